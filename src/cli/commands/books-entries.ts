import { InvalidArgumentError, Option, type Command } from 'commander';
import { csvChunks } from '../../app/csv/write-csv.js';
import type { EntryQuery } from '../../app/ports/entry-reader.js';
import type { Entry } from '../../core/money/entry.js';
import { isMonth } from '../../core/money/period.js';
import { isUuid } from '../../core/uuid.js';
import type { Act } from '../../app/audit/audited.js';
import { auditAct } from '../audit-act.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { findParty } from '../../app/money/find-party.js';
import { namesOf, type Names } from '../../core/catalogue/names-of.js';
import { ENTRY_COLUMNS, entryCells } from '../../app/money/entry-columns.js';
import { renderEntries } from '../render/entries.js';
import { withBooks, type BooksOfCli } from '../wiring/with-books.js';

interface Options {
  readonly month?: string;
  readonly party?: string;
  readonly lead?: string;
  readonly null?: true;
  readonly csv?: true;
  readonly json?: true;
}

/** A terminal shows at most this many entries. --csv and --json print all of them. */
const MAX_SHOWN = 1_000;

/** `leadkeep books entries`: lists entries with both sides, for you alone. */
export function addBooksEntries(books: Command, cli: Cli): void {
  books
    .command('entries')
    .description('list entries with both sides (for you alone: no party may see the other side)')
    .option('--month <month>', 'only entries on the statements of this month', monthArgument)
    .option('--party <handle>', 'only entries of this buyer or affiliate')
    .option('--lead <id>', 'only entries of this lead')
    .option('--null', 'only entries for which no price or no payout was configured')
    .addOption(new Option('--csv', 'print CSV').conflicts('json'))
    .option('--json', 'print JSON')
    .action(async (options: Options) => {
      await withBooks(cli, async (found) => {
        const list = found.entries.list(queryOf(found, options));
        const names = namesOf(found.document);
        const audit = (print: () => Promise<void>) => auditAct(cli, found, exportOf(options), print);
        if (options.csv) await audit(() => printCsv(cli, list, names));
        else if (options.json) await audit(() => printJson(cli, list));
        else await printTable(cli, list, names);
      });
    });
}

const exportOf = ({ month, party, lead, csv }: Options): Act => ({
  action: 'books.export',
  on: { kind: 'entries', ids: [month, party, lead?.toLowerCase()].filter((one) => one !== undefined) },
  facts: { format: csv ? 'csv' : 'json' },
});

function queryOf({ document }: BooksOfCli, { month, party, lead, null: isNull }: Options): EntryQuery {
  if (lead !== undefined && !isUuid(lead)) throw new CliError(`ID must be a UUID; "${lead}" is not one`);
  return {
    ...(month === undefined ? {} : { period: month }),
    ...(party === undefined ? {} : { party: eitherParty(document, party) }),
    ...(lead === undefined ? {} : { lead_id: lead.toLowerCase() }),
    ...(isNull && { without_amount: true }),
  };
}

/** A buyer and an affiliate may have the same handle: then the operator says which one. */
function eitherParty(document: BooksOfCli['document'], asked: string) {
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

async function printJson(cli: Cli, list: AsyncIterable<Entry>): Promise<void> {
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
  const shown: Entry[] = [];
  let count = 0;
  const without = { price: 0, payout: 0 };
  for await (const entry of list) {
    count += 1;
    if (entry.buyer_cents === null) without.price += 1;
    if (entry.affiliate_cents === null) without.payout += 1;
    if (shown.length < MAX_SHOWN) shown.push(entry);
  }
  cli.print(shown.length === 0 ? 'No entries.' : renderEntries(shown, names));
  if (count > shown.length)
    cli.print(`${count - shown.length} more are not shown: --csv and --json print all of them.`);
  if (without.price + without.payout > 0)
    cli.note(
      `Of ${count}, ${without.price} have no price and ${without.payout} have no payout, because none was configured.`,
    );
}

function monthArgument(text: string): string {
  if (!isMonth(text)) throw new InvalidArgumentError('It must be a month like 2026-10.');
  return text;
}
