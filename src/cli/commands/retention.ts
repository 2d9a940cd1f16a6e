import type { Command } from 'commander';
import { readRetention } from '../../operator-api/handlers/evidence.js';
import type { Cli } from '../cli.js';
import { printAnswer } from '../render/table.js';
import { withOperator } from '../wiring/with-operator.js';

/** `leadkeep retention status`: what is kept of persons for how long, what is due, and when the next is. */
export function addRetention(retention: Command, cli: Cli): void {
  retention
    .command('status')
    .description('show what is kept for how long, what is due now, and what is due next')
    .option('--json', 'print JSON')
    .action(async ({ json }: { readonly json?: boolean }) => {
      printAnswer(cli, await withOperator(cli, ({ call }) => call(readRetention)), json, {
        lists: { classes: 'class=name kept=term_ms due_now=due next=next_due_at what=sentence' },
        none: 'Nothing is kept.',
      });
      if (!json)
        cli.note(
          'Money, and reports without a person, are kept for ever. The sweeper removes what is due, each minute.',
        );
    });
}
