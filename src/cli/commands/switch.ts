import { Argument, type Command } from 'commander';
import { compact } from '../../core/catalogue/compact.js';
import { SWITCHES, type SwitchAction, type SwitchKind } from '../../core/catalogue/switch-entry.js';
import { switchInCatalogue, type SwitchResult } from '../../platform/catalogue/change-catalogue.js';
import { createCatalogueStore } from '../../platform/catalogue/catalogue-store.js';
import { whoAmI, type Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { withDatabase } from '../with-database.js';

const KINDS = `
What a paused one does:
  offer     is returned by no search; a submit of it answers OFFER_UNAVAILABLE
  buyer     all its offers do so
  campaign  is inactive: its searches answer 400 NOT_FOUND, its submits OFFER_UNAVAILABLE
Leads that a buyer has already are not touched; those that were not sent yet are judged again when they are due.`;

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
      const result = await withDatabase(cli.env, (connection) =>
        switchInCatalogue(createCatalogueStore(connection), action, kind, handle, note),
      );
      cli.print(sentence(result, `${kind} ${handle}`, SWITCHES[kind][action]));
    });
}

function sentence(result: SwitchResult, entry: string, status: string): string {
  switch (result.outcome) {
    case 'switched':
      return `The ${entry} is ${status} within 5 seconds (version ${result.version}).`;
    case 'unchanged':
      return `Nothing changes: the ${entry} is ${status} already.`;
    case 'unknown':
      throw new CliError(`There is no ${entry} in the catalogue`);
    case 'retired':
      throw new CliError(`The ${entry} is retired: only a catalogue that names it again brings it back`);
    case 'conflict':
      throw new CliError(
        'The catalogue is being changed by others at this moment; nothing was changed, try again',
      );
  }
}
