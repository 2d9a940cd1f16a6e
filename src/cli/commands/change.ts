import type { Command } from 'commander';
import { compact } from '../../core/catalogue/compact.js';
import { endTimed, listTimedChanges } from '../../operator-api/handlers/timed-changes.js';
import type { Cli } from '../cli.js';
import { countArgument } from '../parse-time.js';
import { printAnswer } from '../render/table.js';
import { withOperator } from '../wiring/with-operator.js';

/** `leadkeep change list|end`: the changes that end by themselves. */
export function addChange(change: Command, cli: Cli): void {
  change
    .command('list')
    .description('list what is changed for a time, or will be')
    .option('--ended', 'with those that are over')
    .option('--json', 'print JSON')
    .action(async ({ ended, json }: { readonly ended?: boolean; readonly json?: boolean }) => {
      const values = compact({ ended: ended === true ? ('true' as const) : undefined });
      const answer = await withOperator(cli, ({ call }) => call(listTimedChanges, { values }));
      printAnswer(cli, answer, json, {
        lists: { changes: 'change=id what=sentence added=at by why' },
        none: 'Nothing is changed for a time.',
      });
    });
  change
    .command('end')
    .description('end such a change now: what the catalogue says is in force again within 5 seconds')
    .argument('<change>', 'its number, as the list shows it', countArgument)
    .option('--comment <text>', 'the reason, for the list')
    .action(async (id: number, { comment }: { readonly comment?: string }) => {
      const sent = { values: { id }, body: compact({ why: comment }) };
      const { sentence } = await withOperator(cli, ({ call }) => call(endTimed(), sent));
      cli.print(sentence);
    });
}
