import { Argument, type Command } from 'commander';
import { compact } from '../../core/catalogue/compact.js';
import { SWITCHES, type SwitchAction, type SwitchKind } from '../../core/catalogue/switch-entry.js';
import { switchOne } from '../../app/catalogue/switch-one.js';
import { auditPorts } from '../audit-act.js';
import { whoAmI, type Cli } from '../cli.js';
import { waitingMessage } from '../waiting-message.js';
import { withDatabase } from '../wiring/with-database.js';

const KINDS = `
What a pause does:
  offer     no search returns it; submits to it answer OFFER_UNAVAILABLE
  buyer     the same, for all its offers
  campaign  it is inactive: its searches answer 400 NOT_FOUND, its submits OFFER_UNAVAILABLE
Leads that a buyer already has are not affected. Leads that wait (for a slow or broken destination, or for its hours) are
checked again when they are due. If the entry is still paused then, they are rejected (OFFER_UNAVAILABLE) for good.
You need no pause for a destination in trouble: its breaker stops requests to it, and leads wait for it until their
delivery window ends.`;

/** `leadkeep pause|resume offer|buyer|campaign HANDLE`: the emergency switch. */
export function addSwitch(program: Command, cli: Cli, action: SwitchAction): void {
  program
    .command(action)
    .description(
      action === 'pause'
        ? 'stop selling through an offer, buyer or campaign'
        : 'sell through a paused offer, buyer or campaign again',
    )
    .addArgument(new Argument('<kind>', 'kind of entry').choices(Object.keys(SWITCHES)))
    .argument('<handle>', 'handle of the entry')
    .option('--comment <text>', 'the reason, for the history')
    .addHelpText('after', KINDS)
    .action(async (kind: SwitchKind, handle: string, { comment }: { comment?: string }) => {
      const note = compact({ at: cli.clock(), by: whoAmI(), comment });
      await withDatabase(cli.env, async (database) => {
        const ports = { catalogue: database.catalogue, audit: auditPorts(cli, database.auditLog) };
        const version = await switchOne(ports, action, { kind, handle }, note);
        const [entry, status] = [`${kind} ${handle}`, SWITCHES[kind][action]];
        cli.print(
          version === undefined
            ? `Nothing changed: the ${entry} is already ${status}.`
            : `The ${entry} is ${status} within 5 seconds (version ${version}).`,
        );
        // Counted after the switch, because nothing may delay the switch.
        const waiting = action === 'pause' ? await waitingMessage(database, kind, handle) : undefined;
        if (waiting !== undefined) cli.print(waiting);
      });
    });
}
