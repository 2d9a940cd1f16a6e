import type { Command } from 'commander';
import { createCatalogueStore } from '../../platform/mongo/catalogue/catalogue-store.js';
import type { CatalogueStore } from '../../app/ports/catalogue-store.js';
import { createIdentities } from '../../platform/secrets/identities.js';
import { migrate } from '../../platform/mongo/migrations.js';
import { unrunnablePatterns } from '../../platform/mapping/unrunnable-patterns.js';
import { readSettings } from '../../platform/process/settings.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { withDatabase } from '../wiring/with-database.js';

/** `leadkeep migrate`: the release step. Safe to repeat, and to run beside the processes of the last release. */
export function addMigrate(program: Command, cli: Cli): void {
  program
    .command('migrate')
    .description('prepare the database for this release (needs IDENTITY_SECRET too)')
    .action(async () => {
      const { MONGO_URL, IDENTITY_SECRET } = cli.env;
      const { identitySecret } = readSettings({ MONGO_URL, IDENTITY_SECRET });
      await withDatabase(cli.env, async (connection) => {
        await refusePatterns(cli, createCatalogueStore(connection));
        await migrate(connection, createIdentities(identitySecret));
      });
      cli.print('The database is ready for this release.');
    });
}

/** Before the release: the processes that still run can be given a catalogue that this release can run, too. */
async function refusePatterns(cli: Cli, versions: Pick<CatalogueStore, 'current'>): Promise<void> {
  const stored = await versions.current();
  const sentences = unrunnablePatterns(stored?.document.offers ?? []);
  for (const sentence of sentences) cli.note(sentence);
  if (sentences.length > 0)
    throw new CliError(
      'This release does not run regular expressions of the catalogue in force; apply it with others, then migrate. Nothing was changed',
    );
}
