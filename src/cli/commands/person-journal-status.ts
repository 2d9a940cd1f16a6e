import type { Command } from 'commander';
import { journalStatus } from '../../app/person/journal-status.js';
import type { Cli } from '../cli.js';
import { CliExit } from '../cli-exit.js';
import { withPersons } from '../wiring/with-persons-found.js';

const BEHIND = 1;

/** `leadkeep person journal-status`: whether the database has every erasure that was done. It only reads. */
export function addJournalStatus(person: Command, cli: Cli): void {
  person
    .command('journal-status')
    .description(
      'compare the journal of erasures with the database (exit code 1: the database lacks some; replay-journal does them again)',
    )
    .option('--json', 'print JSON')
    .action(({ json }: { readonly json?: boolean }) =>
      withPersons(cli.env, cli.clock, async (tools) => {
        const { sentences, ...status } = await journalStatus(tools);
        if (json === true) cli.print(JSON.stringify({ ...status, sentences }, null, 2));
        else {
          const { database, journal, redis } = status;
          cli.print(`Last erasure: database ${database}, journal ${journal ?? 'not set'}, Redis ${redis}.`);
          for (const sentence of sentences) cli.print(sentence);
        }
        if (status.is_behind) throw new CliExit(BEHIND);
      }),
    );
}
