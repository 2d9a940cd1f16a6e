import type { Command } from 'commander';
import { VERDICTS, type SettleVerdict } from '../../core/delivery/settle.js';
import { settle } from '../../operator-api/handlers/settle.js';
import { compact } from '../../core/catalogue/compact.js';
import { didYouMean } from '../../core/catalogue/did-you-mean.js';
import { settleDestination, settleFile } from '../act-on-many.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { fixedTimeArgument } from '../parse-time.js';
import { needId, whoArgument, whyArgument } from '../who-and-why.js';
import { withOperator } from '../wiring/with-operator.js';

interface Options {
  readonly reason: string;
  readonly by?: string;
  readonly file?: string;
  readonly destination?: string;
  readonly before?: Date;
  readonly skipErrors?: boolean;
  readonly yes?: boolean;
  readonly plan?: string;
}

const FORMS = `
Three forms:
  leadkeep lead settle ID accepted|rejected --reason "…"
  leadkeep lead settle --file buyer.csv --reason "…" [--destination HANDLE] [--skip-errors] [--yes]
      columns: id or reference (the buyer's), outcome (accepted or rejected), and optionally reason (the buyer's words;
      the affiliate may read it after a rejection)
  leadkeep lead settle accepted|rejected --destination HANDLE --before TIME --reason "…" [--yes [--plan CODE]]
      every unknown lead of a buyer or an offer that was received before TIME; with the code of a plan, only if these are
      still the leads that it showed

Without --yes, the last two only show what they would do. You can settle an unknown lead once its request can no longer
be answered (its time limit plus 30 s). You can settle a pending lead at any time, by its id or in a file.`;

/** `leadkeep lead settle`: lets an operator decide leads that Leadkeep cannot decide itself. */
export function addLeadSettle(lead: Command, cli: Cli): void {
  lead
    .command('settle')
    .description('record whether the buyer took unknown and pending leads')
    .argument('[what...]', 'ID and outcome, or only the outcome with --destination')
    .requiredOption('--reason <text>', 'the reason, for the timeline; no personal data', whyArgument)
    .option('--by <name>', 'who decided it (default: the user of this machine)', whoArgument)
    .option('--file <csv>', "settle the leads in a buyer's file")
    .option('--destination <handle>', 'only leads of this buyer or offer')
    .option(
      '--before <time>',
      'only leads received before this time, like 2026-11-21T17:00:00Z (UTC without a zone)',
      fixedTimeArgument(cli.clock),
    )
    .option('--skip-errors', 'with --file: leave out the rows with errors')
    .option('--yes', 'settle the leads; without it, --file and --destination only show the plan')
    .option(
      '--plan <code>',
      'with --destination and --yes: only if it settles the leads that the plan showed',
    )
    .addHelpText('after', FORMS)
    .action(async (what: string[], options: Options) => {
      const { file, destination, before, yes = false, plan: code, by, reason: why } = options;
      const asked = { by, yes };
      if (code !== undefined && (file !== undefined || destination === undefined))
        throw new CliError('--plan goes with --destination: a file says which leads');
      if (file === undefined && options.skipErrors) throw new CliError('--skip-errors goes with --file');
      if (file !== undefined) {
        if (what.length > 0 || before)
          throw new CliError('With --file, give no ID, outcome or --before: the file has them');
        const body = compact({ destination, why, skip_errors: options.skipErrors });
        return settleFile(cli, file, body, asked);
      }
      if (destination !== undefined || before) {
        const verdict = verdictOf(what[0]);
        if (what.length !== 1 || !verdict || destination === undefined || !before)
          throw new CliError(
            'To settle a destination, give an outcome, --destination and --before; see --help',
          );
        const body = { outcome: verdict, destination, before: before.toISOString(), why };
        return settleDestination(cli, body, { ...asked, code });
      }
      const [id, outcome] = what;
      const verdict = verdictOf(outcome);
      if (what.length === 2 && outcome !== undefined && !verdict)
        throw new CliError(`${outcome}: must be accepted or rejected${didYouMean(outcome, VERDICTS)}`);
      if (id === undefined || !verdict || what.length !== 2)
        throw new CliError(
          'Give an ID and an outcome: leadkeep lead settle ID accepted|rejected; see --help',
        );
      const sent = { values: { id: needId(id) }, body: { outcome: verdict, why }, by };
      const { sentence } = await withOperator(cli, ({ call }) => call(settle, sent));
      cli.print(sentence);
    });
}

const verdictOf = (text: string | undefined): SettleVerdict | undefined =>
  VERDICTS.find((each) => each === text);
