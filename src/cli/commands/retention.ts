import type { Command } from 'commander';
import { retentionStatus, type ClassStatus } from '../../app/retention/retention-status.js';
import { formatDuration } from '../../core/catalogue/duration.js';
import { MAX_COUNTED } from '../../core/retention/retention.js';
import type { Cli } from '../cli.js';
import { renderTable } from '../render/table.js';
import { withRetention } from '../wiring/with-persons.js';

/** `leadkeep retention status`: what is kept of persons for how long, what is due, and when the next is. */
export function addRetention(retention: Command, cli: Cli): void {
  retention
    .command('status')
    .description('show what is kept for how long, what is due now, and when the next is due')
    .option('--json', 'print JSON')
    .action(async ({ json }: { readonly json?: boolean }) => {
      const found = await withRetention(cli.env, ({ catalogue, ...stores }) =>
        retentionStatus({ ...stores, clock: cli.clock }, catalogue),
      );
      if (json === true) {
        cli.print(JSON.stringify(found, null, 2));
        return;
      }
      cli.print(renderTable(['CLASS', 'KEPT', 'DUE NOW', 'NEXT', 'WHAT'], found.map(rowOf)));
      cli.note(
        'Money, and reports without a person, are kept for ever. The sweeper removes what is due, each minute.',
      );
    });
}

const rowOf = ({ name, term_ms, due, next_due_at, sentence }: ClassStatus): string[] => [
  name,
  formatDuration(term_ms),
  due < MAX_COUNTED ? String(due) : `${due} or more`,
  next_due_at ? next_due_at.toISOString().slice(0, 10) : '',
  sentence,
];
