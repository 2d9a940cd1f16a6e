import type { Command } from 'commander';
import { closeBooks, owedText } from '../../app/money/act-on-books.js';
import type { ClosedMonth } from '../../app/money/close-month.js';
import { bookPorts, listPeriods } from '../../operator-api/handlers/books.js';
import { whoAmI, type Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { durationArgument } from '../parse-time.js';
import { printAnswer } from '../render/table.js';
import { formatLength } from '../render/time.js';
import { whoArgument } from '../who-and-why.js';
import { withOperator } from '../wiring/with-operator.js';

const WAIT_MS = 60_000;

/** `leadkeep period list|close`: the months of the books. */
export function addPeriod(period: Command, cli: Cli): void {
  period
    .command('list')
    .description('list the months, and which of them are closed')
    .option('--json', 'print JSON')
    .action(async ({ json }: { readonly json?: true }) => {
      printAnswer(cli, await withOperator(cli, ({ call }) => call(listPeriods)), json, {
        lists: { periods: 'month state closed_at=at by' },
        none: 'The books have not begun.',
      });
    });
  period
    .command('close')
    .description('close a month: its statements get numbers and never change again')
    .argument('<month>', 'the month, like 2026-10; months are closed in order')
    .option('--by <name>', 'who closes it (default: the user of this machine)', whoArgument)
    .option('--wait <duration>', 'how long to wait for pending entries', durationArgument, WAIT_MS)
    .action(async (month: string, { by = whoAmI(), wait }: { by?: string; wait: number }) => {
      const closed = await withOperator(cli, ({ ports, audit }) =>
        closeBooks(bookPorts(ports), audit, {
          ...{ month, by, waitMs: wait },
          onWaiting: (owing) => {
            cli.note(`Waiting until ${owedText(owing)} booked.`);
          },
        }),
      );
      cli.print(resultOf(closed, month, wait));
    });
}

function resultOf(closed: ClosedMonth, month: string, waited: number): string {
  switch (closed.outcome) {
    case 'closed':
      return `The month ${month} is closed. Its statements have numbers now.`;
    case 'already':
      return `Nothing changed: the month ${month} was already closed.`;
    case 'refused':
      throw new CliError(`${closed.why}; nothing was changed`);
    case 'waiting':
      throw new CliError(
        `The month ${month} takes no more entries, but after ${formatLength(waited)} ${owedText(closed.owing)} still not booked; run the command again to go on`,
      );
  }
}
