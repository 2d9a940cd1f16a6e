import { Argument, type Command } from 'commander';
import { closeBooks, owedText } from '../../app/money/act-on-books.js';
import type { ClosedMonth } from '../../app/money/close-month.js';
import { bookPorts, listPeriods } from '../../operator-api/handlers/books.js';
import { MARK_NAMES, type MarkName } from '../../core/money/marks.js';
import { markBody } from '../../operator-api/bodies/books.js';
import {
  listMonthStatements,
  mark as markNow,
  unmark,
} from '../../operator-api/handlers/month-statements.js';
import { whoAmI, type Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { durationArgument } from '../parse-time.js';
import { printAnswer, printJson, renderRows } from '../render/table.js';
import { formatLength } from '../render/time.js';
import { bodyArgument, whoArgument, whyArgument } from '../who-and-why.js';
import { withOperator } from '../wiring/with-operator.js';

const WAIT_MS = 60_000;

/** `leadkeep period`: the months of the books. */
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
  addStatements(period, cli);
}

/** `leadkeep period statements|mark|unmark`: who owes what for a month, and what was sent and paid. */
function addStatements(period: Command, cli: Cli): void {
  period
    .command('statements')
    .description("list a month's statements: totals, due days, what was sent and paid")
    .argument('<month>', 'the month, like 2026-10')
    .option('--json', 'print JSON')
    .action(async (month: string, { json }: { readonly json?: true }) => {
      const listed = await withOperator(cli, ({ call }) => call(listMonthStatements, { values: { month } }));
      const dayOf = (mark: { readonly on: string } | null): string | null => mark?.on ?? null;
      const rows = listed.statements.map((one) => ({
        ...one,
        statement: one.number ?? 'draft',
        due: one.due_on && `${one.due_on}${one.is_overdue ? ' (overdue)' : ''}`,
        ...{ sent_on: dayOf(one.sent), paid_on: dayOf(one.paid) },
      }));
      if (json) printJson(cli, listed);
      else cli.print(rows.length === 0 ? `No statement of ${month} has lines.` : renderRows(rows, COLUMNS));
    });
  const marking = (name: string, description: string): Command =>
    period
      .command(name)
      .description(description)
      .addArgument(new Argument('<mark>', 'which mark').choices(MARK_NAMES))
      .argument('<numbers...>', 'the numbers of statements, like 2026-10-buyer-lakeshore');
  marking('mark', 'mark statements of a closed month as sent or paid')
    .option('--on <day>', 'the day, like 2026-11-28 (default: today)', bodyArgument(markBody, 'on'))
    .option('--reference <text>', 'as of a payment', bodyArgument(markBody, 'reference'))
    .option('--by <name>', 'who marks them (default: the user of this machine)', whoArgument)
    .action(async (mark: MarkName, numbers: string[], { by, ...more }: MarkOptions) => {
      const body = { mark, numbers: [...new Set(numbers)], ...more };
      cli.print((await withOperator(cli, ({ call }) => call(markNow, { body, by }))).sentence);
    });
  marking('unmark', 'take a mark back')
    .requiredOption('--why <text>', 'the reason, for the audit log; no personal data', whyArgument)
    .action(async (mark: MarkName, numbers: string[], { why }: { readonly why: string }) => {
      const body = { mark, numbers: [...new Set(numbers)], why };
      cli.print((await withOperator(cli, ({ call }) => call(unmark, { body }))).sentence);
    });
}

interface MarkOptions {
  readonly on?: string;
  readonly reference?: string;
  readonly by?: string;
}

const COLUMNS = 'statement kind handle name lines net=net_cents no_amount=null_amounts due sent_on paid_on';

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
