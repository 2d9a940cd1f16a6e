import type { Command } from 'commander';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { exportCatalogue } from '../wiring/catalogue-files.js';
import { withDatabase } from '../wiring/with-database.js';

/** `leadkeep export`: prints the version in force as YAML. */
export function addExport(program: Command, cli: Cli): void {
  program
    .command('export')
    .description('print the catalogue in force as a file that `apply` accepts')
    .action(async () => {
      const current = await withDatabase(cli.env, (database) => database.catalogue.current());
      if (current === null) throw new CliError('No catalogue is in force');
      cli.print(exportCatalogue(current.document).trimEnd());
    });
}
