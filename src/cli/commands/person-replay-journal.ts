import type { Command } from 'commander';
import { replayJournal, type Replayed } from '../../app/person/replay-journal.js';
import { rangesOf } from '../../core/person/number-ranges.js';
import { auditAct } from '../audit-act.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { withPersons } from '../wiring/with-persons-found.js';

/** `leadkeep person replay-journal`: erases again what a restored backup brought back. */
export function addReplayJournal(person: Command, cli: Cli): void {
  person
    .command('replay-journal')
    .description('after a backup was restored: erase again what ERASURE_JOURNAL has')
    .option('--lost', 'go on without the erasures that no journal has; erase those persons again yourself')
    .action(({ lost: goesOn = false }: { readonly lost?: boolean }) =>
      withPersons(cli.env, cli.clock, async (tools) => {
        const { journal } = tools;
        if (!journal && !goesOn)
          throw new CliError(
            'Set ERASURE_JOURNAL to the folder of your journal. If you have none, add --lost, and erase again those whom you erased since the backup',
          );
        const replay = async (): Promise<Replayed> => {
          const replayed = await replayJournal(tools, journal);
          if (goesOn) await tools.erasures.giveUp(replayed.lost);
          return replayed;
        };
        const { count, busy, lost } = await auditAct(
          cli,
          tools,
          { action: 'person.replay_journal', ...(goesOn ? { facts: { lost: true } } : {}) },
          replay,
          (done) => ({ result: 'done', facts: { erasures: done.count, lost: rangesOf(done.lost) } }),
        );
        cli.print(`${count} erasures done again.`);
        if (busy.length > 0)
          cli.note(
            `The sweeper goes on with what could not be changed yet, when it runs: ${busy.join(', ')}`,
          );
        if (lost.length === 0) return;
        const numbers = rangesOf(lost).join(', ');
        if (!goesOn)
          throw new CliError(
            `The journal lacks erasures ${numbers}, so no process is ready. Run this with the journal that has them; if nobody has one, add --lost`,
          );
        cli.note(`Nobody can do these erasures again: ${numbers}. Erase these persons again.`);
      }),
    );
}
