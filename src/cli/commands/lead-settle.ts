import { type Command, InvalidArgumentError } from 'commander';
import { VERDICTS, type SettleVerdict } from '../../core/delivery/settle.js';
import { cleanBuyerReason } from '../../core/messages.js';
import { didYouMean } from '../../core/catalogue/did-you-mean.js';
import { whoAmI, type Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { fixedTimeArgument } from '../parse-time.js';
import { settleDestination, settleFile } from '../settle-many.js';
import { settleOne } from '../settle-one.js';

interface Options {
  readonly reason: string;
  readonly by?: string;
  readonly file?: string;
  readonly destination?: string;
  readonly before?: Date;
  readonly yes?: boolean;
}

const FORMS = `
Three forms:
  leadkeep lead settle ID accepted|rejected --reason "…"
  leadkeep lead settle --file buyer.csv --reason "…" [--destination HANDLE] [--yes]
      columns: id or reference (the buyer's), outcome (accepted or rejected), perhaps reason (the buyer's words,
      which the affiliate may read after a rejection)
  leadkeep lead settle accepted|rejected --destination HANDLE --before TIME --reason "…" [--yes]
      every unknown lead of a buyer or an offer that was received before TIME

Without --yes the last two only show what they would do. An unknown lead can be settled when its request can no longer
be answered (time limit and 30 s); a pending one at any time, by its id or a file.`;

/** `leadkeep lead settle`: an operator's word ends leads that nobody else can end. */
export function addLeadSettle(lead: Command, cli: Cli): void {
  lead
    .command('settle')
    .description('say what a buyer made of unknown and pending leads')
    .argument('[what...]', 'ID and outcome, or the outcome alone with --destination')
    .requiredOption('--reason <text>', 'why, for the timeline; without personal data', why)
    .option('--by <name>', 'who decided; by default the user of this machine', who)
    .option('--file <csv>', "settle what a buyer's file says")
    .option('--destination <handle>', 'of this buyer or offer')
    .option(
      '--before <time>',
      'received before this time, like 2026-11-21T17:00:00Z',
      fixedTimeArgument(cli.clock),
    )
    .option('--yes', 'do it: without it a file or a destination is only looked at')
    .addHelpText('after', FORMS)
    .action(async (what: string[], options: Options) => {
      const { file, destination, before, yes = false, by = whoAmI(), reason } = options;
      const asked = { by, why: reason, yes };
      if (file !== undefined) {
        if (what.length > 0 || before)
          throw new CliError('With --file the file alone says which leads end how');
        return settleFile(cli, { ...asked, file, destination });
      }
      if (destination !== undefined || before) {
        const verdict = verdictOf(what[0]);
        if (what.length !== 1 || !verdict || destination === undefined || !before)
          throw new CliError(
            'A destination is settled by an outcome, --destination and --before together; see --help',
          );
        return settleDestination(cli, { ...asked, verdict, destination, before });
      }
      const [id, outcome] = what;
      const verdict = verdictOf(outcome);
      if (what.length === 2 && outcome !== undefined && !verdict)
        throw new CliError(`${outcome}: must be accepted or rejected${didYouMean(outcome, VERDICTS)}`);
      if (id === undefined || !verdict || what.length !== 2)
        throw new CliError('Say which lead ended how: leadkeep lead settle ID accepted|rejected; see --help');
      return settleOne(cli, { id, settlement: { verdict, by, why: reason } });
    });
}

const verdictOf = (text: string | undefined): SettleVerdict | undefined =>
  VERDICTS.find((each) => each === text);

function why(text: string): string {
  const clean = cleanBuyerReason(text);
  if (clean === undefined)
    throw new InvalidArgumentError('Nothing of it can be kept: say why in words, without personal data.');
  return clean;
}

function who(text: string): string {
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,99}$/u.test(text))
    throw new InvalidArgumentError('It must be a name of up to 100 letters, digits, spaces and . _ @ -');
  return text;
}
