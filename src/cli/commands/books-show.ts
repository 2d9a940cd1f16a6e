import type { Command } from 'commander';
import { formatCents } from '../../core/catalogue/money.js';
import type { MonthSums } from '../../app/ports/entry-reader.js';
import type { Cli } from '../cli.js';
import { listMonths, type ListedMonth } from '../../app/money/list-months.js';
import { renderPairs, renderTable } from '../render/table.js';
import { formatTime } from '../render/time.js';
import { withBooks, type BooksOfCli } from '../wiring/with-books.js';

const EVER = new Date('9999-01-01T00:00:00Z');

/** `leadkeep books show`: since when, in what, and the sums of each month. */
export function addBooksShow(books: Command, cli: Cli): void {
  books
    .command('show')
    .description('show since when the books are kept, in what, and the sums of each month')
    .option('--json', 'print JSON')
    .action(async ({ json }: { readonly json?: true }) => {
      const shown = await withBooks(cli, show);
      cli.print(json ? JSON.stringify(shown, null, 2) : render(shown));
    });
}

const NO_ENTRIES = {
  ...{ entries: 0, buyer_cents: 0, affiliate_cents: 0, buyer_nulls: 0, affiliate_nulls: 0 },
} satisfies Omit<MonthSums, 'period'>;

async function show(found: BooksOfCli) {
  const { begun_at, currency, time_zone } = await found.books.head();
  const sums = new Map((await found.entries.sums()).map(({ period, ...rest }) => [period, rest]));
  const months = (await listMonths(found)).map((month) => ({
    ...month,
    ...NO_ENTRIES,
    ...sums.get(month.month),
  }));
  const owing = await found.periods.owing(EVER);
  return {
    begun_at: begun_at ?? null,
    currency: currency ?? found.compiled.books.currency,
    time_zone: time_zone ?? found.compiled.books.time_zone,
    fixed: currency !== undefined,
    owing,
    months,
  };
}

type Shown = Awaited<ReturnType<typeof show>>;

function render({ begun_at, currency, time_zone, fixed, owing, months }: Shown): string {
  const until = fixed ? '' : ' (until the first entry, the catalogue may change it)';
  const waiting = owing.leads + owing.adjustments;
  const total = months.reduce(sum, { month: 'total', state: 'open', ...NO_ENTRIES });
  return [
    renderPairs([
      ['begun', begun_at ? formatTime(begun_at) : 'not yet: run leadkeep migrate'],
      ['currency', `${currency}${until}`],
      ['time zone', `${time_zone}${until}`],
      ['still to be booked', waiting === 0 ? undefined : String(waiting)],
    ]),
    '',
    renderTable(
      ['month', 'state', 'entries', 'buyers owe', 'we owe affiliates', 'margin', 'no price', 'no payout'],
      [...months.map((month) => row(month, month.state)), row(total, '')],
    ),
  ].join('\n');
}

type Month = ListedMonth & Omit<MonthSums, 'period'>;

const sum = (a: Month, b: Month): Month => ({
  ...a,
  entries: a.entries + b.entries,
  buyer_cents: a.buyer_cents + b.buyer_cents,
  affiliate_cents: a.affiliate_cents + b.affiliate_cents,
  buyer_nulls: a.buyer_nulls + b.buyer_nulls,
  affiliate_nulls: a.affiliate_nulls + b.affiliate_nulls,
});

const row = (month: Month, state: string): string[] => [
  ...[month.month, state, String(month.entries)],
  ...[month.buyer_cents, month.affiliate_cents, month.buyer_cents - month.affiliate_cents].map(formatCents),
  ...[String(month.buyer_nulls), String(month.affiliate_nulls)],
];
