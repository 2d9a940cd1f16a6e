import type { Command } from 'commander';
import { createCatalogueStore } from '../../platform/mongo/catalogue/catalogue-store.js';
import { exportCatalogue } from '../../platform/catalogue-files/export-catalogue.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { withDatabase } from '../wiring/with-database.js';

/** `leadkeep export`: the version in force as YAML. */
export function addExport(program: Command, cli: Cli): void {
  program
    .command('export')
    .description('print the catalogue in force as a file that `apply` takes')
    .action(async () => {
      const current = await withDatabase(cli.env, (connection) => createCatalogueStore(connection).current());
      if (current === null) throw new CliError('No catalogue was applied yet');
      cli.print(exportCatalogue(current.document).trimEnd());
    });
}
