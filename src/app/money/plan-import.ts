import type { CatalogueDocument } from '../../core/catalogue/document.js';
import { didYouMean } from '../../core/catalogue/did-you-mean.js';
import type { Sale } from '../../core/money/entry.js';
import { monthOf } from '../../core/money/period.js';
import { reachedAttempt } from '../../core/delivery/attempt.js';
import { saleEntry } from '../../core/money/sale-entry.js';
import type { RowIssue } from '../lead-files/read-lead-file.js';
import type { EarlierSale, EarlierSales, ImportedSale } from '../ports/earlier-sales.js';
import type { ImportRow } from './import-file.js';

const BATCH = 500;

export interface ImportAbout {
  readonly earlier: Pick<EarlierSales, 'byId'>;
  readonly document: Pick<CatalogueDocument, 'buyers'>;
  /** When the books began. Later sales are booked by themselves. */
  readonly begun_at: Date;
  /** The accounting zone. */
  readonly zone: string;
  readonly by: string;
}

/** A sale that an import would book. */
export interface PlannedSale extends ImportedSale {
  /** The line of its row. */
  readonly line: number;
  readonly month: string;
}

/** What an import would book. */
export interface PlannedImport {
  readonly sales: readonly PlannedSale[];
  /** Rows whose sale is booked already, with the same amounts. */
  readonly already: number;
  readonly faults: readonly RowIssue[];
}

/** Compares the reviewed rows with their leads. Changes nothing. Equal rows count once. Throws on an outage. */
export async function planImport(rows: readonly ImportRow[], about: ImportAbout): Promise<PlannedImport> {
  const buyers = new Map(about.document.buyers.map(({ handle, id }) => [handle, id]));
  const sales: PlannedSale[] = [];
  const faults: RowIssue[] = [];
  const firsts = new Map<string, ImportRow>();
  let already = 0;
  for (let i = 0; i < rows.length; i += BATCH) {
    const some = rows.slice(i, i + BATCH);
    const leads = new Map(
      (await about.earlier.byId(some.flatMap(({ id }) => id ?? []))).map((lead) => [lead.id, lead]),
    );
    for (const row of some) {
      const first = firsts.get(row.id ?? '');
      if (first && isSameRow(first, row)) continue;
      firsts.set(row.id ?? '', first ?? row);
      const read = first
        ? `contradicts line ${first.line}, which has the same lead`
        : planRow(row, leads.get(row.id ?? ''), buyers, about);
      if (typeof read === 'string') faults.push({ line: row.line, why: read });
      else if (read) sales.push(read);
      else already += 1;
    }
  }
  return { sales, already, faults };
}

const isSameRow = (a: ImportRow, b: ImportRow): boolean =>
  a.buyer === b.buyer && a.price_cents === b.price_cents && a.payout_cents === b.payout_cents;

/** The sale. Null: it is booked already. A text says what is wrong with the row. */
function planRow(
  { line, id = '', buyer, price_cents, payout_cents }: ImportRow,
  lead: EarlierSale | undefined,
  buyers: ReadonlyMap<string, string>,
  { begun_at, zone, by }: ImportAbout,
): PlannedSale | string | null {
  if (!lead) return `there is no lead ${id}`;
  const { decision } = lead;
  if (lead.state !== 'accepted' || !decision) return `the lead ${id} was not accepted`;
  if (lead.is_test) return `the lead ${id} is a test lead, which has no entries`;
  const buyer_id = buyers.get(buyer);
  if (buyer_id === undefined) return `there is no buyer ${buyer}${didYouMean(buyer, [...buyers.keys()])}`;
  const attempt = reachedAttempt(lead);
  const sale: Sale = {
    ...{ buyer_id, buyer_cents: price_cents, affiliate_cents: payout_cents },
    ...(attempt ? { attempt: attempt.n } : {}),
  };
  if (decision.sale)
    return isSameSale(decision.sale, sale) ? null : `the lead ${id} is booked with other amounts`;
  if (decision.at >= begun_at)
    return `the lead ${id} was accepted after the books began, and is booked by itself`;
  if (attempt?.sent_to && attempt.sent_to.buyer_id !== buyer_id)
    return `the lead ${id} was sold to another buyer than ${buyer}`;
  const owed = saleEntry(sale, decision.at, by);
  return { line, lead_id: id, sale, owed, month: monthOf(decision.at, zone) };
}

/** Whether both are booked alike. */
export const isSameSale = (a: Sale, b: Sale): boolean =>
  a.buyer_id === b.buyer_id && a.buyer_cents === b.buyer_cents && a.affiliate_cents === b.affiliate_cents;
