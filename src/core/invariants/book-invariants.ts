import { effectsOf } from '../lead/pending-effect.js';
import { entryIdOf, type Entry, type UnbookedEntry } from '../money/entry.js';
import type { Invariant } from './invariant.js';
import type { CheckedLead } from './records.js';

/** The part of an entry that the invariants need. */
export type CheckedEntry = Pick<
  Entry,
  'id' | 'kind' | 'at' | 'period' | 'month' | 'lead_id' | 'buyer_cents' | 'affiliate_cents'
>;

/** A lead with its entries in the books. */
export interface BookedLead {
  readonly lead: CheckedLead;
  readonly entries: readonly CheckedEntry[];
}

type Amounts = Pick<UnbookedEntry, 'buyer_cents' | 'affiliate_cents'>;

/** What an event of a lead must have booked. */
interface Due extends Amounts {
  readonly id: string;
}

const minus = (cents: number | null): number | null => (cents === null ? null : 0 - cents);

/** All entries that a lead's history asks for: its sale, each return, each return that was undone. */
function dueOf({ id, state, is_test, decision, returns = [] }: CheckedLead): Due[] {
  const sale = decision?.sale;
  if (state !== 'accepted' || is_test || !sale) return [];
  const { buyer_cents, affiliate_cents } = sale;
  const due: Due[] = [{ id: entryIdOf(id, { what: 'sale', number: 0 }), buyer_cents, affiliate_cents }];
  returns.forEach(({ payout_reversed, undone }, n) => {
    const back = {
      buyer_cents: minus(buyer_cents),
      affiliate_cents: payout_reversed ? minus(affiliate_cents) : 0,
    };
    due.push({ id: entryIdOf(id, { what: 'return', number: n }), ...back });
    if (!undone) return;
    const again = { buyer_cents: minus(back.buyer_cents), affiliate_cents: minus(back.affiliate_cents) };
    due.push({ id: entryIdOf(id, { what: 'return_reversal', number: n }), ...again });
  });
  return due;
}

/** `-0` and `0` are the same amount. */
const same = (a: Amounts, b: Amounts): boolean =>
  (a.buyer_cents ?? 'null') === (b.buyer_cents ?? 'null') &&
  (a.affiliate_cents ?? 'null') === (b.affiliate_cents ?? 'null');

const amounts = ({ buyer_cents, affiliate_cents }: Amounts): string =>
  `${buyer_cents}/${affiliate_cents} cents`;

export const bookedOnce: Invariant<BookedLead> = {
  name: 'booked-once',
  sentence: 'Each sale, return and undone return of a lead has one entry in the books, with its amounts.',
  faults: ({ lead, entries }) => {
    if (lead.state === 'accepted' && !lead.is_test && !lead.decision?.sale)
      return ['it is accepted and does not say what it was sold for'];
    const due = dueOf(lead);
    const unbooked = new Map(effectsOf(lead, 'entry').map((one) => [entryIdOf(lead.id, one), one]));
    // No event of the lead causes an adjustment about it.
    const own = entries.filter(({ kind }) => kind !== 'adjustment');
    const written = new Map(own.map((entry) => [entry.id, entry]));
    const missing = due.flatMap((one) => {
      const found = written.get(one.id) ?? unbooked.get(one.id);
      if (!found) return [`${one.id} is neither written nor pending`];
      return same(found, one) ? [] : [`${one.id} has ${amounts(found)} where the lead has ${amounts(one)}`];
    });
    const wanted = new Set(due.map(({ id }) => id));
    const extra = [...written.keys(), ...unbooked.keys()].filter((id) => !wanted.has(id));
    return [...missing, ...extra.map((id) => `${id} has no event of the lead`)];
  },
};

export const bookedAsSent: Invariant<BookedLead> = {
  name: 'booked-as-sent',
  sentence:
    'A sale is booked with the buyer, price and payout that were stored with its attempt before it left.',
  faults: ({ lead: { attempts, decision, is_test, state } }) => {
    const sale = decision?.sale;
    if (state !== 'accepted' || is_test || !sale) return [];
    const attempt = attempts.find(({ number }) => number === sale.attempt);
    if (!attempt) return ['it is sold by an attempt that it does not have'];
    const { money, sent_to } = attempt;
    const faults = sent_to.buyer_id === sale.buyer_id ? [] : ['it is booked for another buyer'];
    if (sale.affiliate_cents !== money.payout_cents)
      faults.push(`its payout is ${sale.affiliate_cents} cents, its attempt's ${money.payout_cents}`);
    if (!sale.price_from_answer && sale.buyer_cents !== money.price_cents)
      faults.push(`its price is ${sale.buyer_cents} cents, its attempt's ${money.price_cents}`);
    return faults;
  },
};

export const BOOK_INVARIANTS: readonly Invariant<BookedLead>[] = [bookedOnce, bookedAsSent];

/** Entries by the lead that they belong to. */
export function entriesByLead(entries: readonly CheckedEntry[]): (lead: string) => readonly CheckedEntry[] {
  const byLead = new Map<string, CheckedEntry[]>();
  for (const entry of entries) {
    if (entry.lead_id === undefined) continue;
    const known = byLead.get(entry.lead_id);
    if (known) known.push(entry);
    else byLead.set(entry.lead_id, [entry]);
  }
  return (lead) => byLead.get(lead) ?? [];
}
