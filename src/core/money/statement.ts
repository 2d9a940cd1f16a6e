import type { Entry, EntryKind, Subids } from './entry.js';
import { lookup, type Named, type PeriodNames } from './names.js';

export const PARTY_KINDS = ['buyer', 'affiliate'] as const;
export type PartyKind = (typeof PARTY_KINDS)[number];

export interface Party {
  readonly kind: PartyKind;
  readonly id: string;
  readonly handle: string;
  readonly name: string;
}

/** The header of a statement. */
export interface StatementHead {
  /** `2026-10-buyer-lakeshore`. Absent: the month is open, and the statement is a draft. */
  readonly number?: string;
  readonly party: Party;
  /** `2026-10` */
  readonly month: string;
  readonly currency: string;
  /** The accounting zone, whose days the lines have. */
  readonly time_zone: string;
}

/** One entry, as one party may see it. Null: the entry has no such member. */
export interface StatementLine {
  readonly lead_id: string | null;
  readonly kind: EntryKind;
  /** When it happened, also if that was in an earlier month. */
  readonly day: string;
  readonly offer: string | null;
  readonly program: string | null;
  /**
   * Of a buyer: what it owes the exchange. Of an affiliate: what the exchange owes it. Negative: the other way round.
   * Null: nothing was configured.
   */
  readonly amount_cents: number | null;
  /** The buyer's reference for the lead; an adjustment's own reference. Never on an affiliate's sale or return. */
  readonly reference: string | null;
  /** The code of a return's reason; the words of an adjustment. */
  readonly reason: string | null;
  /** The affiliate's own labels. Never on a buyer's statement. */
  readonly subids: Subids | null;
  /** The affiliate's own id of the lead. Never on a buyer's statement. */
  readonly external_id: string | null;
}

/** The number of a closed month's statement. The handle is the one at the close. */
export const statementNumber = (month: string, { kind, handle }: Pick<Party, 'kind' | 'handle'>): string =>
  `${month}-${kind}-${handle}`;

export const partiesOf = (names: PeriodNames, kind: PartyKind): Named =>
  kind === 'buyer' ? names.buyers : names.affiliates;

/** The party with this handle. Undefined: these names have none. */
export function partyByHandle(names: PeriodNames, kind: PartyKind, handle: string): Party | undefined {
  const found = Object.entries(partiesOf(names, kind)).find(([, party]) => party.handle === handle);
  return found && { kind, id: found[0], ...found[1] };
}

/** What the party may see of an entry: only its own side. */
export function statementLine(kind: PartyKind, entry: Entry, names: PeriodNames): StatementLine {
  const { lead_id, offer_id, program_id } = entry;
  const isAdjustment = entry.kind === 'adjustment';
  const reference = isAdjustment ? entry.own_reference : kind === 'buyer' ? entry.reference : undefined;
  return {
    lead_id: lead_id ?? null,
    kind: entry.kind,
    day: entry.day,
    offer: offer_id === undefined ? null : (lookup(names.offers, offer_id)?.name ?? offer_id),
    program:
      program_id === undefined
        ? null
        : (lookup(lookup(names.programs, offer_id ?? ''), program_id) ?? program_id),
    amount_cents: kind === 'buyer' ? entry.buyer_cents : entry.affiliate_cents,
    reference: reference ?? null,
    reason: (isAdjustment ? entry.why : entry.reason) ?? null,
    subids: kind === 'affiliate' ? (entry.subids ?? null) : null,
    external_id: kind === 'affiliate' ? (entry.external_id ?? null) : null,
  };
}

/** The totals of a statement, in cents. Lines without an amount count as zero. */
export interface StatementTotals {
  readonly lines: number;
  readonly net_cents: number;
  /** Lines without an amount. */
  readonly null_amounts: number;
}

export const NO_LINES: StatementTotals = { lines: 0, net_cents: 0, null_amounts: 0 };

export const addLine = (
  { lines, net_cents, null_amounts }: StatementTotals,
  { amount_cents }: Pick<StatementLine, 'amount_cents'>,
): StatementTotals => ({
  lines: lines + 1,
  net_cents: net_cents + (amount_cents ?? 0),
  null_amounts: null_amounts + (amount_cents === null ? 1 : 0),
});
