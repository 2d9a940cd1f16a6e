import { SHARE, SHARED_BUYER } from '../plan/books.js';
import type { BooksEvidence, StoredEntryOfBooks } from './books-evidence.js';
import type { Sale, Violation } from './evidence.js';

type Rule = (books: BooksEvidence, sales: ReadonlyMap<string, Sale>) => string[];

/** What must hold of the books when nothing moves anymore, from outside: by what buyers took and operators were told. */
const RULES: readonly (readonly [rule: string, Rule])[] = [
  ['owed and not booked', ({ owed }) => (owed === 0 ? [] : [`${owed} leads and adjustments`])],
  ['not booked once', notBookedOnce],
  ['booked for another buyer', forAnotherBuyer],
  ['acknowledged return is missing', missingReturns],
  ['adjustment is missing or changed', wrongAdjustments],
  ['over the share of returns', overShare],
  ['a statement does not sum to its entries', wrongStatements],
  [
    'a closed statement changed',
    ({ kept, statements }) =>
      [...kept.printed].flatMap(([name, text]) => (statements.get(name) === text ? [] : [name])),
  ],
];

/** Violations of the books. `sales`: what the buyers have, by the id of the lead. */
export const checkBooks = (books: BooksEvidence, sales: ReadonlyMap<string, Sale>): Violation[] =>
  RULES.flatMap(([rule, faults]) => faults(books, sales).map((what) => ({ rule, what })));

/** One sale for each accepted lead; an entry for each return, and for each undone one. */
function notBookedOnce({ leads, entries }: BooksEvidence): string[] {
  const found = new Map<string, number>();
  for (const { kind, lead_id } of entries)
    if (kind !== 'adjustment')
      found.set(`${kind} of ${lead_id}`, (found.get(`${kind} of ${lead_id}`) ?? 0) + 1);
  const due = new Map<string, number>();
  for (const { _id, is_test, returns = [] } of leads) {
    if (is_test === true) continue;
    due.set(`sale of ${_id}`, 1);
    due.set(`return of ${_id}`, returns.length);
    due.set(`return_reversal of ${_id}`, returns.filter(({ undone }) => undone).length);
  }
  return [...new Set([...found.keys(), ...due.keys()])].flatMap((name) => {
    const [is, must] = [found.get(name) ?? 0, due.get(name) ?? 0];
    return is === must ? [] : [`${name}: ${is} entries, not ${must}`];
  });
}

/** The buyer of a sale's entry is the one that has the lead. */
function forAnotherBuyer({ entries, buyers }: BooksEvidence, sales: ReadonlyMap<string, Sale>): string[] {
  return entries.flatMap(({ kind, lead_id = '', buyer_id = '' }) => {
    const sold = sales.get(lead_id)?.buyer;
    const booked = buyers.get(buyer_id);
    return kind !== 'sale' || sold === booked ? [] : [`lead ${lead_id}: ${booked}, not ${sold}`];
  });
}

function missingReturns({ kept, leads }: BooksEvidence): string[] {
  const returns = new Map(leads.map((lead) => [lead._id, lead.returns ?? []]));
  return [
    ...[...kept.returned.keys()].filter((id) => (returns.get(id)?.length ?? 0) === 0),
    ...[...kept.undone]
      .filter((id) => !returns.get(id)?.some(({ undone }) => undone))
      .map((id) => `undone ${id}`),
  ];
}

/** Each acknowledged adjustment stands once, with its amount. One that nobody acknowledged may stand. */
function wrongAdjustments({ kept, entries }: BooksEvidence): string[] {
  const booked = new Map<string, StoredEntryOfBooks[]>();
  for (const entry of entries)
    if (entry.own_reference !== undefined)
      booked.set(entry.own_reference, [...(booked.get(entry.own_reference) ?? []), entry]);
  return kept.entered.flatMap(({ reference, kind, cents, acknowledged }) => {
    const found = booked.get(reference) ?? [];
    const amounts = found.map((entry) => (kind === 'buyer' ? entry.buyer_cents : entry.affiliate_cents));
    if (found.length === 0 && !acknowledged) return [];
    return amounts.length === 1 && amounts[0] === cents
      ? []
      : [`${reference}: ${amounts.join(', ')}, not ${cents}`];
  });
}

/** Over all sales of the buyer: they are of one month, unless the rehearsal runs over a month's end. */
function overShare({ leads, buyers }: BooksEvidence): string[] {
  const sold = leads.filter(({ decision }) => buyers.get(decision?.sale?.buyer_id ?? '') === SHARED_BUYER);
  const returned = sold.filter(({ returns }) => {
    const last = returns?.at(-1);
    return last !== undefined && !last.undone && !last.overrode;
  });
  const limit = Math.floor(sold.length * SHARE);
  return returned.length > limit ? [`${returned.length} of ${sold.length} at ${SHARED_BUYER}`] : [];
}

interface Read {
  readonly lines: readonly { readonly amount_cents: number | null }[];
  readonly net_cents: number;
}

/** Lines and net of each printed statement, and the entries of its party and month. */
function wrongStatements({ entries, buyers, statements }: BooksEvidence): string[] {
  const sums = new Map<string, { lines: number; cents: number }>();
  const add = (name: string, cents: number | null): void => {
    const known = sums.get(name) ?? { lines: 0, cents: 0 };
    sums.set(name, { lines: known.lines + 1, cents: known.cents + (cents ?? 0) });
  };
  for (const { period, buyer_id, buyer_cents, affiliate_id, affiliate_cents } of entries) {
    if (buyer_id !== undefined) add(`${period} buyer ${buyers.get(buyer_id)}`, buyer_cents);
    // The rehearsal has one affiliate.
    if (affiliate_id !== undefined) add(`${period} affiliate`, affiliate_cents);
  }
  return [...statements].flatMap(([name, text]) => {
    const { lines, net_cents } = JSON.parse(text) as Read;
    const due = sums.get(
      name.includes(' affiliate ') ? name.replace(/ affiliate .*/, ' affiliate') : name,
    ) ?? {
      ...{ lines: 0, cents: 0 },
    };
    const cents = lines.reduce((sum, { amount_cents }) => sum + (amount_cents ?? 0), 0);
    const isSame = lines.length === due.lines && cents === due.cents && net_cents === due.cents;
    return isSame
      ? []
      : [
          `${name}: ${lines.length} lines of ${cents}, net ${net_cents}; entries ${due.lines} of ${due.cents}`,
        ];
  });
}
