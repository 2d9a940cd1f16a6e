import { Argument, type Command } from 'commander';
import { compact } from '../../core/catalogue/compact.js';
import { ENTRY_KINDS, ENTRY_LISTS, type CatalogueDocument } from '../../core/catalogue/document.js';
import { SWITCHES, type SwitchAction, type SwitchKind } from '../../core/catalogue/switch-entry.js';
import { auditedCatalogue } from '../../app/audit/audited-catalogue.js';
import { switchInCatalogue, type SwitchResult } from '../../app/catalogue/change-catalogue.js';
import { didYouMean } from '../../core/catalogue/did-you-mean.js';
import { auditPorts } from '../audit-act.js';
import { whoAmI, type Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
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
        const store = auditedCatalogue(database.catalogue, auditPorts(cli, database.auditLog));
        const switched = await switchInCatalogue(store, action, kind, handle, note);
        const isUnknown = switched.outcome === 'unknown';
        const document = isUnknown ? (await store.current())?.document : undefined;
        const hint = document ? hintFor(document, kind, handle) : '';
        cli.print(messageOf(switched, `${kind} ${handle}`, SWITCHES[kind][action], hint));
        // Counted after the switch, because nothing may delay the switch.
        const waiting = action === 'pause' ? await waitingMessage(database, kind, handle) : undefined;
        if (waiting !== undefined) cli.print(waiting);
      });
    });
}

/** Suggests an entry of another kind with this handle, or else an entry of this kind with a similar handle. */
function hintFor(document: CatalogueDocument, kind: SwitchKind, handle: string): string {
  const handlesOf = (of: string): string[] =>
    ENTRY_LISTS.filter((list) => ENTRY_KINDS[list] === of).flatMap((list) =>
      document[list].map((entry) => entry.handle),
    );
  const other = Object.values(ENTRY_KINDS).find((each) => handlesOf(each).includes(handle));
  if (other !== undefined) return ` (it is an ${other})`.replace(/an (?![aeiou])/, 'a ');
  return didYouMean(handle, handlesOf(kind));
}

function messageOf(result: SwitchResult, entry: string, status: string, hint: string): string {
  switch (result.outcome) {
    case 'switched':
      return `The ${entry} is ${status} within 5 seconds (version ${result.version}).`;
    case 'unchanged':
      return `Nothing changed: the ${entry} is already ${status}.`;
    case 'unknown':
      throw new CliError(`There is no ${entry} in the catalogue${hint}`);
    case 'retired':
      throw new CliError(`The ${entry} is retired. To bring it back, apply a catalogue that contains it`);
    case 'conflict':
      throw new CliError(
        'Others are changing the catalogue at the same time, so nothing was changed; try again',
      );
  }
}
