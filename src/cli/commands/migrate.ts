import type { Command } from 'commander';
import { createIdentities } from '../../platform/identities.js';
import { migrate } from '../../platform/migrations.js';
import { readSettings } from '../../platform/settings.js';
import type { Cli } from '../cli.js';
import { withDatabase } from '../with-database.js';

/** `leadkeep migrate`: the release step. Safe to repeat, and to run beside the processes of the last release. */
export function addMigrate(program: Command, cli: Cli): void {
  program
    .command('migrate')
    .description('prepare the database for this release (needs IDENTITY_SECRET too)')
    .action(async () => {
      const { MONGO_URL, IDENTITY_SECRET } = cli.env;
      const { identitySecret } = readSettings({ MONGO_URL, IDENTITY_SECRET });
      await withDatabase(cli.env, (connection) => migrate(connection, createIdentities(identitySecret)));
      cli.print('The database is ready for this release.');
    });
}
