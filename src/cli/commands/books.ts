import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import { audited } from '../../app/audit/audited.js';
import { compileCurrent, currentDocument } from '../../app/catalogue/compile-current.js';
import { csvChunks } from '../../app/csv/write-csv.js';
import { ENTRY_COLUMNS, entryCells } from '../../app/money/entry-columns.js';
import { findParty } from '../../app/money/find-party.js';
import { listMonths } from '../../app/money/list-months.js';
import type { EntryQuery, MonthSums } from '../../app/ports/entry-reader.js';
import { compact } from '../../core/catalogue/compact.js';
import type { CatalogueDocument } from '../../core/catalogue/document.js';
import { namesOf, type Names } from '../../core/catalogue/names-of.js';
import { readAmount } from '../../core/money/adjustment.js';
import type { Entry } from '../../core/money/entry.js';
import { isMonth } from '../../core/money/period.js';
import { PARTY_KINDS, type PartyKind } from '../../core/money/statement.js';
import { adjustBody } from '../../operator-api/bodies/books.js';
import { adjust } from '../../operator-api/handlers/books.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { dayOrTimeArgument, momentOf } from '../parse-time.js';
import { printJson, renderPairs, renderRows } from '../render/table.js';
import { formatTime } from '../render/time.js';
import { bodyArgument, needId, whoArgument, whyArgument } from '../who-and-why.js';
import { withOperator, type Operator } from '../wiring/with-operator.js';

/** `leadkeep books show|entries|adjust`: what buyers owe you and you owe affiliates. */
export function addBooks(books: Command, cli: Cli): void {
  books
    .command('show')
    .description("show the start date, the currency, and each month's totals")
    .option('--json', 'print JSON')
    .action(async ({ json }: { readonly json?: true }) => {
      const shown = await withOperator(cli, show);
      if (json) printJson(cli, shown);
      else cli.print(render(shown));
    });
  addEntries(books, cli);
  addAdjust(books, cli);
}

const EVER = new Date('9999-01-01T00:00:00Z');
const NO_ENTRIES = {
  ...{ entries: 0, buyer_cents: 0, affiliate_cents: 0, buyer_nulls: 0, affiliate_nulls: 0 },
} satisfies Omit<MonthSums, 'period'>;

async function show({ ports: { versions, books, entries, periods, clock } }: Operator) {
  const { begun_at, currency, time_zone } = await books.head();
  const compiled = compileCurrent(await versions.current());
  const sums = new Map((await entries.sums()).map(({ period, ...rest }) => [period, rest]));
  const months = (await listMonths({ books, compiled, clock })).map((month) => ({
    ...month,
    ...NO_ENTRIES,
    ...sums.get(month.month),
  }));
  return {
    begun_at: begun_at ?? null,
    currency: currency ?? compiled.books.currency,
    time_zone: time_zone ?? compiled.books.time_zone,
    fixed: currency !== undefined,
    owing: await periods.owing(EVER),
    months,
  };
}

function render({ begun_at, currency, time_zone, fixed, owing, months }: Awaited<ReturnType<typeof show>>) {
  const until = fixed ? '' : ' (until the first entry, the catalogue may change it)';
  const waiting = owing.leads + owing.adjustments;
  const names = Object.keys(NO_ENTRIES) as (keyof typeof NO_ENTRIES)[];
  const total = names.map((name) => [name, months.reduce((sum, month) => sum + month[name], 0)] as const);
  const rows = [...months, { month: 'total', state: '', ...NO_ENTRIES, ...Object.fromEntries(total) }];
  return [
    renderPairs([
      ['begun', begun_at ? formatTime(begun_at) : 'not yet: run leadkeep migrate'],
      ['currency', `${currency}${until}`],
      ['time zone', `${time_zone}${until}`],
      ['still to be booked', waiting === 0 ? undefined : String(waiting)],
    ]),
    '',
    renderRows(
      rows.map((row) => ({ ...row, margin_cents: row.buyer_cents - row.affiliate_cents })),
      'month state entries buyers_owe=buyer_cents we_owe_affiliates=affiliate_cents margin=margin_cents no_price=buyer_nulls no_payout=affiliate_nulls',
    ),
  ].join('\n');
}

interface EntryOptions {
  readonly month?: string;
  readonly party?: string;
  readonly lead?: string;
  readonly null?: true;
  readonly csv?: true;
  readonly json?: true;
}

/** A terminal shows at most this many entries. --csv and --json print all of them. */
const MAX_SHOWN = 1_000;

/** Entries with both sides, for you alone. */
function addEntries(books: Command, cli: Cli): void {
  books
    .command('entries')
    .description("list entries with both sides (for you only: no party may see the other's side)")
    .option('--month <month>', 'only entries on the statements of this month', monthArgument)
    .option('--party <handle>', 'only entries of this buyer or affiliate')
    .option('--lead <id>', 'only entries of this lead')
    .option('--null', 'only entries for which no price or no payout was configured')
    .addOption(new Option('--csv', 'print CSV').conflicts('json'))
    .option('--json', 'print JSON')
    .action((options: EntryOptions) =>
      withOperator(cli, async ({ ports, audit }) => {
        const document = await currentDocument(ports.versions);
        const list = ports.entries.list(queryOf(document, options));
        const names = namesOf(document);
        const { month, party, lead, csv, json } = options;
        if (!csv && !json) {
          await printTable(cli, list, names);
          return;
        }
        const ids = [month, party, lead?.toLowerCase()].filter((one) => one !== undefined);
        const on = { kind: 'entries', ids };
        const act = { action: 'books.export', on, facts: { format: csv ? 'csv' : 'json' } } as const;
        await audited(audit, act, () => (csv ? printCsv(cli, list, names) : printList(cli, list)));
      }),
    );
}

function queryOf(
  document: CatalogueDocument,
  { month, party, lead, null: isNull }: EntryOptions,
): EntryQuery {
  return {
    ...(month === undefined ? {} : { period: month }),
    ...(party === undefined ? {} : { party: eitherParty(document, party) }),
    ...(lead === undefined ? {} : { lead_id: needId(lead) }),
    ...(isNull && { without_amount: true }),
  };
}

/** A buyer and an affiliate may have the same handle: then the operator says which one. */
function eitherParty(document: CatalogueDocument, asked: string) {
  const [, kind, handle = asked] = /^(buyer|affiliate):(.*)$/.exec(asked) ?? [];
  if (kind === 'buyer' || kind === 'affiliate') return findParty(document, kind, handle);
  const isBuyer = document.buyers.some((buyer) => buyer.handle === handle);
  const isAffiliate = document.affiliates.some((affiliate) => affiliate.handle === handle);
  if (isBuyer && isAffiliate)
    throw new CliError(`${handle} is a buyer and an affiliate: give buyer:${handle} or affiliate:${handle}`);
  if (isBuyer || isAffiliate) return findParty(document, isBuyer ? 'buyer' : 'affiliate', handle);
  throw new CliError(`There is no buyer or affiliate ${handle} in the catalogue`);
}

async function printCsv(cli: Cli, list: AsyncIterable<Entry>, names: Names): Promise<void> {
  async function* rows() {
    for await (const entry of list) yield entryCells(entry, names);
  }
  for await (const chunk of csvChunks(ENTRY_COLUMNS, rows())) cli.print(chunk);
}

async function printList(cli: Cli, list: AsyncIterable<Entry>): Promise<void> {
  let lines: string[] = [];
  let isFirst = true;
  cli.print('[');
  for await (const entry of list) {
    lines.push(`${isFirst ? '' : ','}${JSON.stringify(entry)}`);
    isFirst = false;
    if (lines.length < MAX_SHOWN) continue;
    cli.print(lines.join('\n'));
    lines = [];
  }
  cli.print([...lines, ']'].join('\n'));
}

async function printTable(cli: Cli, list: AsyncIterable<Entry>, names: Names): Promise<void> {
  const shown: object[] = [];
  let count = 0;
  const without = { price: 0, payout: 0 };
  for await (const entry of list) {
    count += 1;
    if (entry.buyer_cents === null) without.price += 1;
    if (entry.affiliate_cents === null) without.payout += 1;
    if (shown.length < MAX_SHOWN) shown.push(rowOf(entry, names));
  }
  cli.print(
    shown.length === 0
      ? 'No entries.'
      : renderRows(
          shown,
          'day period kind lead=lead_id buyer price=buyer_cents affiliate payout=affiliate_cents by reference reason',
        ),
  );
  if (count > shown.length)
    cli.print(`${count - shown.length} more are not shown: --csv and --json print all of them.`);
  if (without.price + without.payout > 0)
    cli.note(
      `Of ${count}, ${without.price} have no price and ${without.payout} have no payout, because none was configured.`,
    );
}

/** What you need to find the rest of an entry. A side that is not concerned has no party. */
const rowOf = ({ buyer_id, affiliate_id, ...entry }: Entry, names: Names) => ({
  ...entry,
  buyer: buyer_id && names(buyer_id),
  affiliate: affiliate_id && names(affiliate_id),
  buyer_cents: buyer_id && entry.buyer_cents,
  affiliate_cents: affiliate_id && entry.affiliate_cents,
  reference: entry.own_reference ?? entry.reference,
  reason: entry.why ?? entry.reason,
});

function monthArgument(text: string): string {
  if (!isMonth(text)) throw new InvalidArgumentError('It must be a month like 2026-10.');
  return text;
}

interface AdjustOptions {
  readonly reference: string;
  readonly why: string;
  readonly lead?: string;
  readonly at?: string;
  readonly by?: string;
}

const MORE = `
The amount of a buyer is what it owes you more; the amount of an affiliate is what you owe it more. Negative: a credit.
  leadkeep books adjust buyer lakeshore -50.00 --reference CN-17 --why "Agreed discount for October"
A reference is used once for each party. If you run the same command again, nothing is booked twice.
The party reads the reference and the words on its statement.`;

/** Books a discount, a bonus or a correction. */
function addAdjust(books: Command, cli: Cli): void {
  books
    .command('adjust')
    .description("book an amount on a buyer's or an affiliate's next statement")
    .addArgument(new Argument('<kind>', 'whose amount').choices(PARTY_KINDS))
    .argument('<handle>', 'the handle of the buyer or affiliate')
    .argument('<amount>', 'the amount, like 12.50 or -12.50', amountArgument)
    .requiredOption(
      '--reference <text>',
      'your own reference, like the number of a credit note',
      bodyArgument(adjustBody, 'reference'),
    )
    .requiredOption('--why <text>', 'the reason, for the statement; no personal data', whyArgument)
    .option('--lead <id>', 'the lead that it is about', bodyArgument(adjustBody, 'lead_id'))
    .option(
      '--at <time>',
      'when it happened: a day of the books like 2026-10-31, or a time like 2026-10-31T17:00:00Z (default: now)',
      dayOrTimeArgument,
    )
    .option('--by <name>', 'who books it (default: the user of this machine)', whoArgument)
    .addHelpText('after', MORE)
    .action(async (kind: PartyKind, handle: string, amount_cents: number, options: AdjustOptions) => {
      const { reference, why, lead: lead_id, at: day, by } = options;
      const { sentence } = await withOperator(cli, async ({ call, ports }) => {
        const { time_zone = ports.catalogue.current().books.time_zone } = await ports.books.head();
        const at = day === undefined ? undefined : momentOf(day, time_zone, 'from').toISOString();
        const body = compact({ kind, handle, amount_cents, reference, why, lead_id, at });
        return call(adjust, { body, by });
      });
      cli.print(sentence);
    });
}

function amountArgument(text: string): number {
  const read = readAmount(text);
  if (typeof read === 'string') throw new InvalidArgumentError(read);
  return read;
}
