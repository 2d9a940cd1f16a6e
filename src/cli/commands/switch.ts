import { Argument, type Command } from 'commander';
import { compact } from '../../core/catalogue/compact.js';
import { SWITCHES, type SwitchAction, type SwitchKind } from '../../core/catalogue/switch-entry.js';
import { MOMENT_WORDS } from '../../core/timed-changes/moment-in-zone.js';
import { switchEntries } from '../../operator-api/handlers/switches.js';
import { pauseForTime } from '../../operator-api/handlers/timed-changes.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { lifetimeArgument } from '../parse-time.js';
import { withOperator } from '../wiring/with-operator.js';

const KINDS = `
What a pause does:
  offer     no search returns it; submits to it answer OFFER_UNAVAILABLE
  buyer     the same, for all its offers
  campaign  it is inactive: its searches answer 400 NOT_FOUND, its submits OFFER_UNAVAILABLE
Leads that a buyer already has are not affected. Leads that wait (for a slow or broken destination, or for its hours) are
checked again when they are due. If the entry is still paused then, they are rejected (OFFER_UNAVAILABLE) for good. Under a
pause with --for or --until, they go on waiting until it ends, or their delivery window does. A resume ends both kinds.
You need no pause for a destination in trouble: its breaker stops requests to it, and leads wait for it until their
delivery window ends.`;

interface Options {
  readonly comment?: string;
  readonly for?: number;
  readonly until?: string;
  readonly from?: string;
}

/** `leadkeep pause|resume offer|buyer|campaign HANDLE`: the emergency switch. */
export function addSwitch(program: Command, cli: Cli, action: SwitchAction): void {
  const command = program
    .command(action)
    .description(
      action === 'pause'
        ? 'stop selling through an offer, buyer or campaign'
        : 'sell through a paused offer, buyer or campaign again',
    )
    .addArgument(new Argument('<kind>', 'kind of entry').choices(Object.keys(SWITCHES)))
    .argument('<handle>', 'handle of the entry')
    .option('--comment <text>', 'the reason, for the history')
    .addHelpText('after', KINDS);
  if (action === 'pause')
    command
      .option('--for <duration>', 'how long it lasts, like 2h', lifetimeArgument())
      .option('--until <time>', `when it ends: ${MOMENT_WORDS}`)
      .option('--from <time>', 'with --until: when it begins; by default now');
  command.action(async (kind: SwitchKind, handle: string, options: Options) => {
    const { comment: why, from } = options;
    const until = untilOf(cli, options);
    if (until !== undefined) {
      const body = compact({ kind, handle, from, until, why, dry_run: false });
      const { sentence } = await withOperator(cli, ({ call }) => call(pauseForTime, { body }));
      cli.print(sentence);
      return;
    }
    const body = compact({ action, entries: [{ kind, handle }], why, dry_run: false });
    const { sentence } = await withOperator(cli, ({ call }) => call(switchEntries, { body }));
    cli.print(sentence);
  });
}

/** When a pause ends, as text. Undefined: it has no end. */
function untilOf(cli: Cli, { for: lasts, until, from }: Options): string | undefined {
  if (lasts !== undefined && (until !== undefined || from !== undefined))
    throw new CliError('Give --for alone, or --until with or without --from');
  if (from !== undefined && until === undefined) throw new CliError('--from needs --until');
  return lasts === undefined ? until : new Date(cli.clock().getTime() + lasts).toISOString();
}
