import { Argument, type Command } from 'commander';
import { compact } from '../../core/catalogue/compact.js';
import { SWITCHES, type SwitchAction, type SwitchKind } from '../../core/catalogue/switch-entry.js';
import { switchEntries } from '../../operator-api/handlers/switches.js';
import { pauseForTime } from '../../operator-api/handlers/timed-changes.js';
import type { Cli } from '../cli.js';
import { timed, untilOf, type TimedOptions } from './change.js';
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
    .addHelpText('after', KINDS);
  if (action === 'pause') timed(command);
  else command.option('--comment <text>', 'the reason, for the history');
  command.action(async (kind: SwitchKind, handle: string, options: TimedOptions) => {
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
