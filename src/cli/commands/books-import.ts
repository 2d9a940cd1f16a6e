import { Option, type Command } from 'commander';
import { csvChunks, type Cell } from '../../app/csv/write-csv.js';
import { readImportFile } from '../../app/money/import-file.js';
import { importSales, type ImportedSales } from '../../app/money/import-sales.js';
import { planImport, type PlannedImport } from '../../app/money/plan-import.js';
import { proposeImport, type ProposedSale } from '../../app/money/propose-import.js';
import { NOT_BEGUN } from '../../app/money/first-month.js';
import type { Act, Ended } from '../../app/audit/audited.js';
import { MAX_SUBJECTS } from '../../core/audit/audit-entry.js';
import { auditAct } from '../audit-act.js';
import { whoAmI, type Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { namesOf, type Names } from '../../core/catalogue/names-of.js';
import { readSources } from '../read-sources.js';
import { noteFaults, refuseFile } from '../refuse-file.js';
import { renderImport } from '../render/import.js';
import { whoArgument } from '../who-and-why.js';
import { withBooks, type BooksOfCli } from '../wiring/with-books.js';

interface Options {
  readonly propose?: boolean;
  readonly file?: string;
  readonly by?: string;
  readonly yes?: boolean;
}

const MORE = `
Books the sales from before the books began, while no month is closed:
  leadkeep books import --propose > review.csv
      the leads, with the price of the catalogue that was in force and the payout that was decided
  leadkeep books import --file review.csv [--yes]
      columns: id, buyer (handle), price, payout; others are ignored. An empty amount stays unknown.
Without --yes, the second form only shows what it would do.`;

const FIXED =
  'A month of the books is closed, so nothing from before the books can be imported any more; nothing was changed';

/** `leadkeep books import`: books earlier sales from a reviewed file. */
export function addBooksImport(books: Command, cli: Cli): void {
  books
    .command('import')
    .description('book sales from before the books began, from a file that you reviewed')
    .addOption(new Option('--propose', 'print the file for your review').conflicts(['file', 'yes']))
    .option('--file <csv>', 'book the sales in this reviewed file')
    .option('--by <name>', 'who imports them (default: the user of this machine)', whoArgument)
    .option('--yes', 'book the sales; without it, --file only shows the plan')
    .addHelpText('after', MORE)
    .action(async ({ propose, file, by = whoAmI(), yes = false }: Options) => {
      if (propose) return withBooks(cli, (found) => printProposal(cli, found));
      if (file === undefined) throw new CliError('Give --propose or --file; see --help');
      const { rows, faults } = readImportFile(readSources([file])[0]?.text ?? '');
      refuseFile(cli, file, faults);
      return withBooks(cli, async (found) => {
        const configured = await keptIn(found);
        const plan = await planImport(rows, {
          ...{ earlier: found.earlier, document: found.document, by },
          ...{ begun_at: await begunAt(found), zone: configured.time_zone },
        });
        refuseFile(cli, file, plan.faults);
        if (plan.sales.length > 0 && (await found.books.periods()).length > 0) throw new CliError(FIXED);
        if (!yes) {
          cli.print(renderImport(plan.sales));
          cli.print(endOf(plan));
          return;
        }
        const act = () => importSales(found, plan.sales, configured);
        const done = await auditAct(cli, found, actOf(plan), act, importEnd);
        if (done.outcome === 'closed') throw new CliError(FIXED);
        cli.print(renderImport(done.booked));
        cli.print(endOf(plan, done.booked.length));
        noteFaults(cli, file, done.faults);
        if (done.faults.length > 0)
          throw new CliError(`${counted(done.faults.length)} not booked as ${file} says`);
      });
    });
}

/** The books name every sale of an import. The audit log names the first ones and counts all. */
const actOf = ({ sales }: PlannedImport): Act => ({
  action: 'books.import',
  on: { kind: 'lead', ids: sales.slice(0, MAX_SUBJECTS).map(({ lead_id }) => lead_id) },
  facts: { sales: sales.length },
});

const importEnd = (done: ImportedSales): Ended =>
  done.outcome === 'closed'
    ? { result: 'refused' }
    : { result: 'done', facts: { booked: done.booked.length, not_booked: done.faults.length } };

/** `booked`: how many sales were booked. Absent: it is only shown what would be. */
function endOf({ sales, already }: PlannedImport, booked?: number): string {
  const before = already === 0 ? '' : ` ${counted(already)} booked before.`;
  if (sales.length === 0) return `Nothing to book.${before}`;
  if (booked !== undefined) return `${counted(booked)} booked now.${before}`;
  return `Dry run: nothing was changed.${before} Run it again with --yes to book them.`;
}

const counted = (sales: number): string => (sales === 1 ? '1 sale was' : `${sales} sales were`);

async function begunAt({ books }: BooksOfCli): Promise<Date> {
  const { begun_at } = await books.head();
  if (!begun_at) throw new CliError(NOT_BEGUN);
  return begun_at;
}

async function keptIn({ books, compiled }: BooksOfCli) {
  const { currency, time_zone } = await books.head();
  return {
    currency: currency ?? compiled.books.currency,
    time_zone: time_zone ?? compiled.books.time_zone,
  };
}

const HEAD = [
  ...['id', 'accepted_at', 'buyer', 'affiliate', 'offer', 'program', 'price', 'payout', 'catalogue_version'],
];

async function printProposal(cli: Cli, found: BooksOfCli): Promise<void> {
  const names = namesOf(found.document);
  const proposed = proposeImport(found, await begunAt(found));
  let count = 0;
  async function* rows(): AsyncGenerator<Cell[]> {
    for await (const one of proposed) {
      count += 1;
      yield cellsOf(one, names);
    }
  }
  for await (const chunk of csvChunks(HEAD, rows())) cli.print(chunk);
  cli.note(`${count} sales from before the books began.`);
}

function cellsOf({ lead, ...of }: ProposedSale, names: Names): Cell[] {
  const amount = (cents: number | null): Cell => (cents === null ? null : { cents });
  return [
    ...[lead.id, lead.decision?.at.toISOString(), of.buyer_id === null ? null : names(of.buyer_id)],
    ...[names(lead.affiliate_id), names(lead.offer_id), lead.program_id],
    ...[amount(of.price_cents), amount(of.payout_cents), of.catalogue_version],
  ];
}
