import { centsOf, MAX_MONEY } from '../catalogue/money.js';
import type { Entry } from './entry.js';
import type { Party, PartyKind } from './statement.js';

/**
 * An adjustment that is still to be written to the books: an entry without its calendar and its period, which the
 * booking fixes.
 */
export type PendingAdjustment = Omit<Entry, 'day' | 'month' | 'period' | 'written_at'> & {
  readonly kind: 'adjustment';
  readonly own_reference: string;
  readonly why: string;
};

/** Each party has one adjustment under each of the operator's references. */
export const adjustmentId = (kind: PartyKind, partyId: string, reference: string): string =>
  `adjustment:${kind}:${partyId}:${reference}`;

/** What an operator books besides the leads: a discount, a bonus, a correction. */
export interface AskedAdjustment {
  readonly party: Pick<Party, 'kind' | 'id'>;
  /** Of a buyer: what it owes the exchange. Of an affiliate: what the exchange owes it. Negative: a credit. */
  readonly cents: number;
  readonly reference: string;
  readonly why: string;
  readonly at: Date;
  readonly by: string;
  readonly currency: string;
  /** Members of the lead that it is about. */
  readonly about?: Pick<
    Entry,
    'lead_id' | 'campaign_id' | 'offer_id' | 'program_id' | 'external_id' | 'subids'
  >;
}

/** The adjustment, with one side. */
export function pendingAdjustment(asked: AskedAdjustment): PendingAdjustment {
  const { party, cents, reference, why, at, by, currency, about } = asked;
  const side =
    party.kind === 'buyer'
      ? { buyer_id: party.id, buyer_cents: cents, affiliate_cents: 0 }
      : { buyer_cents: 0, affiliate_id: party.id, affiliate_cents: cents };
  return {
    id: adjustmentId(party.kind, party.id, reference),
    ...{ kind: 'adjustment', at, by, currency, ...side, ...about, own_reference: reference, why },
  };
}

/** Reads an amount like `-12.50` to cents. A text that starts with "It must" says what is wrong. */
export function readAmount(text: string): number | string {
  const [, sign, amount] = /^(-?)(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (amount === undefined) return 'It must be an amount like 12.50 or -12.50.';
  if (/\.\d{3,}$/.test(amount)) return 'It must have at most two decimals: there are no fractions of a cent.';
  const cents = centsOf(Number(amount));
  if (cents === undefined) return `It must be at most ${MAX_MONEY}.`;
  if (cents === 0) return 'It must not be 0: such an adjustment would change nothing.';
  return sign === '-' ? -cents : cents;
}

/** What makes two adjustments under one reference the same. The words, the time and the operator may differ. */
export const isSameAdjustment = (
  a: Pick<Entry, 'buyer_cents' | 'affiliate_cents' | 'lead_id'>,
  b: Pick<Entry, 'buyer_cents' | 'affiliate_cents' | 'lead_id'>,
): boolean =>
  a.buyer_cents === b.buyer_cents && a.affiliate_cents === b.affiliate_cents && a.lead_id === b.lead_id;
