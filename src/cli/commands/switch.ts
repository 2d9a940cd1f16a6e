import { Argument, type Command } from 'commander';
import { compact } from '../../core/catalogue/compact.js';
import { ENTRY_KINDS, ENTRY_LISTS, type CatalogueDocument } from '../../core/catalogue/document.js';
import { SWITCHES, type SwitchAction, type SwitchKind } from '../../core/catalogue/switch-entry.js';
import { switchInCatalogue, type SwitchResult } from '../../app/catalogue/change-catalogue.js';
import { didYouMean } from '../../core/catalogue/did-you-mean.js';
import { whoAmI, type Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { waitingMessage } from '../waiting-message.js';
import { withDatabase } from '../wiring/with-database.js';

const KINDS = `
What a paused one does:
  offer     is returned by no search; a submit of it answers OFFER_UNAVAILABLE
  buyer     all its offers do so
  campaign  is inactive: its searches answer 400 NOT_FOUND, its submits OFFER_UNAVAILABLE
Leads that a buyer has already are not touched. Those that only wait (for a slow or broken destination, for its hours) are
looked at again when they are due: paused then, they are rejected (OFFER_UNAVAILABLE), for good. A destination in trouble
is left alone by its breaker without a pause: leads then wait for it, as long as their delivery window lasts.`;

/** `leadkeep pause|resume offer|buyer|campaign HANDLE`: the switch for three in the morning. */
export function addSwitch(program: Command, cli: Cli, action: SwitchAction): void {
  program
    .command(action)
    .description(action === 'pause' ? 'sell nothing through it for now' : 'sell through it again')
    .addArgument(new Argument('<kind>', 'what it is').choices(Object.keys(SWITCHES)))
    .argument('<handle>', 'its handle in the catalogue')
    .option('--comment <text>', 'why, for the history')
    .addHelpText('after', KINDS)
    .action(async (kind: SwitchKind, handle: string, { comment }: { comment?: string }) => {
      const note = compact({ at: cli.clock(), by: whoAmI(), comment });
      await withDatabase(cli.env, async (database) => {
        const store = database.catalogue;
        const switched = await switchInCatalogue(store, action, kind, handle, note);
        const isUnknown = switched.outcome === 'unknown';
        const document = isUnknown ? (await store.current())?.document : undefined;
        const hint = document ? hintFor(document, kind, handle) : '';
        cli.print(sentence(switched, `${kind} ${handle}`, SWITCHES[kind][action], hint));
        // After the switch, which nothing may hold up.
        const waiting = action === 'pause' ? await waitingMessage(database, kind, handle) : undefined;
        if (waiting !== undefined) cli.print(waiting);
      });
    });
}

/** What was meant instead: an entry of another kind by that very handle, else one of this kind by a similar one. */
function hintFor(document: CatalogueDocument, kind: SwitchKind, handle: string): string {
  const handlesOf = (of: string): string[] =>
    ENTRY_LISTS.filter((list) => ENTRY_KINDS[list] === of).flatMap((list) =>
      document[list].map((entry) => entry.handle),
    );
  const other = Object.values(ENTRY_KINDS).find((each) => handlesOf(each).includes(handle));
  if (other !== undefined) return ` (it is an ${other})`.replace(/an (?![aeiou])/, 'a ');
  return didYouMean(handle, handlesOf(kind));
}

function sentence(result: SwitchResult, entry: string, status: string, hint: string): string {
  switch (result.outcome) {
    case 'switched':
      return `The ${entry} is ${status} within 5 seconds (version ${result.version}).`;
    case 'unchanged':
      return `Nothing changes: the ${entry} is ${status} already.`;
    case 'unknown':
      throw new CliError(`There is no ${entry} in the catalogue${hint}`);
    case 'retired':
      throw new CliError(`The ${entry} is retired: only a catalogue that names it again brings it back`);
    case 'conflict':
      throw new CliError(
        'The catalogue is being changed by others at this moment; nothing was changed, try again',
      );
  }
}
