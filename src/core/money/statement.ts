import { formatCents } from '../catalogue/money.js';
import type { Billed } from '../catalogue/types.js';
import { SUBID_FIELDS, type Entry, type EntryKind, type Subids } from './entry.js';
import { lookup, type Issuer, type NamedParties, type PeriodNames } from './period-names.js';
import { daysAfter } from './period.js';

export const PARTY_KINDS = ['buyer', 'affiliate'] as const;
export type PartyKind = (typeof PARTY_KINDS)[number];

export interface Party extends Billed {
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
  readonly issuer: Issuer;
  /** `2026-10` */
  readonly month: string;
  readonly currency: string;
  /** The accounting zone, whose days the lines have. */
  readonly time_zone: string;
  /** Of a buyer: its return requests that nobody had decided at the end of the month, or now if it isn't over. */
  readonly open_requests?: readonly OpenRequest[];
}

/** A return that may still be booked, in another month. No amount of it is in the net. */
export interface OpenRequest {
  readonly lead_id: string;
  readonly reference: string | null;
  /** When it was requested. */
  readonly day: string;
  /** The code of its reason. */
  readonly reason: string;
  readonly amount_cents: number | null;
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

/** The day on which the net is due. Undefined: no terms of payment are configured. */
export function dueDay({ month, party, issuer }: Pick<StatementHead, 'month' | 'party' | 'issuer'>) {
  const days = party.payment_days ?? issuer.payment_days;
  return days === undefined ? undefined : daysAfter(month, days);
}

export const partiesOf = (names: PeriodNames, kind: PartyKind): NamedParties =>
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

/** Totals in cents. Lines without an amount count as zero. */
interface Totals {
  readonly net_cents: number;
  /** Lines without an amount. */
  readonly null_amounts: number;
}

/** The totals of one offer on a statement. What was undone is taken off `returns` and `returns_cents`. */
export interface OfferTotals extends Totals {
  /** Null: adjustments without a lead. */
  readonly offer: string | null;
  readonly sales: number;
  readonly sales_cents: number;
  readonly returns: number;
  readonly returns_cents: number;
  readonly adjustments_cents: number;
}

/** `offers`: by name, as the lines say it; adjustments without a lead come last. */
export interface StatementTotals extends Totals {
  readonly lines: number;
  readonly offers: readonly OfferTotals[];
}

/** What a statement says below its net. */
export const statementNotes = (head: StatementHead, totals: StatementTotals): string[] =>
  [nullNote(totals), requestsNote(head)].filter((note) => note !== undefined);

const MOST_NAMED = 20;

/** The open return requests, in one sentence. Undefined: there are none. */
function requestsNote({ open_requests: open = [], number, month }: StatementHead): string | undefined {
  if (open.length === 0) return undefined;
  const [are, requests] = open.length === 1 ? ['is', 'request'] : ['are', 'requests'];
  const when =
    number === undefined ? `${are} open` : `${are === 'is' ? 'was' : 'were'} open at the end of ${month}`;
  const named = open
    .slice(0, MOST_NAMED)
    .map(({ lead_id, reference, day, reason, amount_cents }) =>
      [reference ?? lead_id, day, reason, ...(amount_cents === null ? [] : [formatCents(amount_cents)])].join(
        ' ',
      ),
    );
  const more = open.length > MOST_NAMED ? `; and ${open.length - MOST_NAMED} more` : '';
  return `${open.length} return ${requests} ${when}, and not in the net: ${named.join('; ')}${more}.`;
}

/** What a statement says of its lines without an amount. Undefined: every line has one. */
export function nullNote({ null_amounts }: Pick<StatementTotals, 'null_amounts'>): string | undefined {
  if (null_amounts === 0) return undefined;
  const lines = null_amounts === 1 ? '1 line has' : `${null_amounts} lines have`;
  return `${lines} no amount, because none was configured; the net leaves them out.`;
}

/** The affiliate's own labels of a line, as a statement shows them. */
export const subidsText = ({ subids }: Pick<StatementLine, 'subids'>): string =>
  SUBID_FIELDS.flatMap((name) => subids?.[name] ?? []).join(', ');

type Summed = { -readonly [Name in keyof OfferTotals]: OfferTotals[Name] };

const noneOf = (offer: string | null): Summed => ({
  ...{ offer, sales: 0, sales_cents: 0, returns: 0, returns_cents: 0, adjustments_cents: 0 },
  ...{ net_cents: 0, null_amounts: 0 },
});

const CENTS_OF = {
  sale: 'sales_cents',
  return: 'returns_cents',
  return_reversal: 'returns_cents',
  adjustment: 'adjustments_cents',
} as const satisfies Readonly<Record<EntryKind, keyof OfferTotals>>;

/** Adds up the lines of a statement, one after the other. */
export function sumLines() {
  const offers = new Map<string | null, Summed>();
  let lines = 0;
  return {
    add({ offer, kind, amount_cents }: Pick<StatementLine, 'offer' | 'kind' | 'amount_cents'>): void {
      const of = offers.get(offer) ?? noneOf(offer);
      offers.set(offer, of);
      lines += 1;
      if (kind === 'sale') of.sales += 1;
      if (kind === 'return') of.returns += 1;
      if (kind === 'return_reversal') of.returns -= 1;
      of[CENTS_OF[kind]] += amount_cents ?? 0;
      of.net_cents += amount_cents ?? 0;
      if (amount_cents === null) of.null_amounts += 1;
    },
    totals(): StatementTotals {
      const all = [...offers.values()].toSorted(byName);
      const sum = (name: 'net_cents' | 'null_amounts'): number =>
        all.reduce((total, of) => total + of[name], 0);
      return { lines, net_cents: sum('net_cents'), null_amounts: sum('null_amounts'), offers: all };
    },
  };
}

/** By code units, so that the order is the same wherever it is printed. */
function byName({ offer: one }: OfferTotals, { offer: other }: OfferTotals): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one < other ? -1 : Number(one > other);
}
