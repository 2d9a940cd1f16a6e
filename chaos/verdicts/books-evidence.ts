import type { mongo } from 'mongoose';
import type { KeptBooks } from '../operate/kept-books.js';
import { buyerHandles } from '../operate/sold-leads.js';

/** An entry as it is stored. */
export interface StoredEntryOfBooks {
  readonly _id: string;
  readonly kind: string;
  readonly period: string;
  readonly month: string;
  readonly buyer_id?: string;
  readonly buyer_cents: number | null;
  readonly affiliate_id?: string;
  readonly affiliate_cents: number | null;
  readonly lead_id?: string;
  readonly own_reference?: string;
}

/** A lead as the books see it. */
export interface BookedLead {
  readonly _id: string;
  readonly state: string;
  readonly is_test?: boolean;
  readonly decision?: {
    readonly at: Date;
    readonly sale?: { readonly buyer_id: string; readonly buyer_cents: number | null };
  };
  readonly returns?: readonly { readonly undone?: object; readonly overrode?: object }[];
}

/** What the verdict on the books compares. */
export interface BooksEvidence {
  readonly kept: KeptBooks;
  readonly entries: readonly StoredEntryOfBooks[];
  readonly leads: readonly BookedLead[];
  /** Handles of buyers by id. */
  readonly buyers: ReadonlyMap<string, string>;
  /** Statements of all months as they are printed at the end, by `month kind handle`. */
  readonly statements: ReadonlyMap<string, string>;
  /** Leads and adjustments that still owe an entry. */
  readonly owed: number;
}

export async function readBooks(
  db: mongo.Db,
  kept: KeptBooks,
  statements: ReadonlyMap<string, string>,
): Promise<BooksEvidence> {
  const read = async <Row>(name: string, filter: object, projection: object): Promise<Row[]> =>
    (await db.collection(name).find(filter, { projection }).toArray()) as unknown as Row[];
  const leads = { state: 1, is_test: 1, decision: 1, returns: 1 };
  return {
    ...{ kept, statements, buyers: await buyerHandles(db) },
    entries: await read<StoredEntryOfBooks>('entries', {}, {}),
    leads: await read<BookedLead>('leads', { state: 'accepted' }, leads),
    owed: await owedEntries(db),
  };
}

/** How many leads and adjustments owe an entry. */
export const owedEntries = async (db: mongo.Db): Promise<number> =>
  (await db.collection('leads').countDocuments({ 'unbooked.0': { $exists: true } })) +
  (await db.collection('pending_adjustments').countDocuments({}));
