/** The subids of a lead's tracking: the affiliate's own labels of its traffic. They name no person. */
export const SUBID_FIELDS = ['subid', 'subid2', 'subid3', 'subid4', 'subid5'] as const;
export type Subids = Readonly<Partial<Record<(typeof SUBID_FIELDS)[number], string>>>;

/** What a sale would be booked with, by the catalogue of the attempt. Cents; null: nothing is configured. */
export interface AttemptMoney {
  readonly price_cents: number | null;
  readonly payout_cents: number | null;
  /** ISO 4217. */
  readonly currency: string;
  readonly catalogue_version: number;
  /** The timed changes that set the price or the payout, beside that version. Absent: none did. */
  readonly timed_changes?: readonly number[];
}

export const LEAD_ENTRY_KINDS = ['sale', 'return', 'return_reversal'] as const;
export type LeadEntryKind = (typeof LEAD_ENTRY_KINDS)[number];
export type EntryKind = LeadEntryKind | 'adjustment';

/**
 * An entry that a lead's own transition owes to the books. It holds all amounts; members of the lead complete it
 * (`BookedLead`).
 */
export interface UnbookedEntry {
  readonly kind: 'entry';
  readonly what: LeadEntryKind;
  /** How often the lead was returned before: 0 for a sale. */
  readonly number: number;
  /** When it happened. */
  readonly since: Date;
  /** Who caused it: `buyer`, `partner`, `callback`, or the name of an operator. */
  readonly by: string;
  readonly buyer_id: string;
  /** What the buyer owes the exchange for it; negative: what the exchange owes the buyer. Null: no price is configured. */
  readonly buyer_cents: number | null;
  /** What the exchange owes the affiliate for it. Null: no payout is configured. */
  readonly affiliate_cents: number | null;
  /** ISO 4217. */
  readonly currency: string;
  /** The number of the attempt that was sold. */
  readonly attempt: number;
  readonly catalogue_version: number;
  readonly timed_changes?: readonly number[];
  /** The code of a return's reason. */
  readonly reason?: string;
  /** Of a reversed return: whether the person could be claimed again, and the cap place reserved again. */
  readonly claim_regained?: boolean;
  readonly place_regained?: true;
}

/** The amounts of an entry, and what they were agreed in. */
export type Booked = Omit<Sale, 'price_from_answer'>;

/**
 * What a sold lead was sold for. An accepted lead keeps it with its decision. Cents; null: nothing was configured.
 * `price_from_answer`: the buyer said what it pays.
 */
export type Sale = Pick<
  UnbookedEntry,
  | 'buyer_id'
  | 'buyer_cents'
  | 'affiliate_cents'
  | 'currency'
  | 'attempt'
  | 'catalogue_version'
  | 'timed_changes'
> & { readonly price_from_answer?: true };

/**
 * An entry of the books: what a buyer owes the exchange and what the exchange owes an affiliate, by one event. Entries
 * are never changed and never deleted. A correction is another entry.
 */
export interface Entry {
  readonly id: string;
  readonly kind: EntryKind;
  /** When it happened. */
  readonly at: Date;
  /** The day and the month of `at` in the accounting zone: `2026-10-31`, `2026-10`. */
  readonly day: string;
  readonly month: string;
  /** The month on whose statements the entry stands. It is fixed by the entry's first write. */
  readonly period: string;
  readonly written_at: Date;
  readonly by: string;
  readonly currency: string;
  readonly buyer_id?: string;
  readonly buyer_cents: number | null;
  readonly affiliate_id?: string;
  readonly affiliate_cents: number | null;
  readonly lead_id?: string;
  readonly campaign_id?: string;
  readonly offer_id?: string;
  readonly program_id?: string;
  readonly attempt?: number;
  readonly subids?: Subids;
  /** The affiliate's own id of the lead. */
  readonly external_id?: string;
  /** The buyer's reference for the lead, as far as the lead had it when the entry was written. */
  readonly reference?: string;
  readonly catalogue_version?: number;
  readonly timed_changes?: readonly number[];
  readonly reason?: string;
  readonly claim_regained?: boolean;
  readonly place_regained?: true;
  /** An adjustment's reference, as the operator gave it, and its cleaned words. */
  readonly own_reference?: string;
  readonly why?: string;
}

/** The id of a lead's entry. Writing an entry twice under this id writes it once. */
export const entryIdOf = (leadId: string, { what, number }: Pick<UnbookedEntry, 'what' | 'number'>): string =>
  `${what}:${leadId}:${number}`;

/** The subids of a lead's tracking. Undefined when it has none. */
export function subidsOf(tracking: Readonly<Record<string, unknown>>): Subids | undefined {
  const found = SUBID_FIELDS.flatMap((name) => {
    const value = tracking[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}
