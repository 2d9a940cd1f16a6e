import type { Command } from 'commander';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { unrunnablePatterns } from '../wiring/catalogue-files.js';
import { identitiesOf } from '../wiring/identities.js';
import { withDatabase, type Database } from '../wiring/with-database.js';

/** `leadkeep migrate`: the release step. Safe to repeat, and to run beside the processes of the last release. */
export function addMigrate(program: Command, cli: Cli): void {
  program
    .command('migrate')
    .description('prepare the database for this release (needs IDENTITY_SECRET too)')
    .action(async () => {
      const identities = identitiesOf(cli.env);
      await withDatabase(cli.env, async (database) => {
        await refusePatterns(cli, database);
        await database.migrate(identities);
      });
      cli.print('The database is ready for this release.');
    });
}

/** Before the release: the processes that still run can be given a catalogue that this release can run, too. */
async function refusePatterns(cli: Cli, { catalogue }: Pick<Database, 'catalogue'>): Promise<void> {
  const stored = await catalogue.current();
  const sentences = unrunnablePatterns(stored?.document.offers ?? []);
  for (const sentence of sentences) cli.note(sentence);
  if (sentences.length > 0)
    throw new CliError(
      'This release does not run regular expressions of the catalogue in force; apply it with others, then migrate. Nothing was changed',
    );
}
