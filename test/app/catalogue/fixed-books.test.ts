import { testAttempt } from '../../support/records.js';
import { expect } from 'chai';
import { whyBooksAreFixed, type FixedBooksPorts } from '../../../src/app/catalogue/fixed-books.js';
import type { BooksHead } from '../../../src/app/ports/book-store.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';

const NEXT = { currency: 'EUR', time_zone: 'UTC' };
const FROZEN = { currency: 'USD', time_zone: 'America/Chicago' };

const attemptIn = (...currencies: string[]): Pick<LeadRecord, 'id' | 'attempts'> => ({
  id: 'lead-2',
  attempts: currencies.map((currency) => testAttempt({ money: { ...testAttempt().money, currency } })),
});

const portsOf = (
  head: BooksHead,
  owing: readonly string[],
  open: readonly Pick<LeadRecord, 'id' | 'attempts'>[],
): FixedBooksPorts => ({
  books: { head: () => Promise.resolve(head) },
  leads: { withPending: () => Promise.resolve(owing.map((id) => ({ id })) as never) },
  overview: {
    async *atBuyers() {
      for (const lead of open) yield await Promise.resolve(lead as LeadRecord);
    },
  },
});

/** [what, the head of the books, leads that owe an entry, leads that a buyer may have, why nothing may change]. */
const CASES: readonly (readonly [string, BooksHead, string[], ReturnType<typeof attemptIn>[], string?])[] = [
  ['an empty installation', {}, [], []],
  ['books that have begun and have no entry', { begun_at: new Date() }, [], []],
  [
    'the first entry in another currency and zone',
    FROZEN,
    [],
    [],
    'the books have entries in USD by the days of America/Chicago',
  ],
  [
    'the first entry in another zone',
    { ...FROZEN, currency: 'EUR' },
    [],
    [],
    'the books have entries in EUR by the days of America/Chicago',
  ],
  ['the way back to what the entries are kept in', NEXT, ['lead-1'], [attemptIn('USD')]],
  ['a sale that is still to be booked', {}, ['lead-1'], [], 'lead lead-1 is sold and is still to be booked'],
  [
    'an attempt in another currency',
    {},
    [],
    [attemptIn('EUR'), attemptIn('EUR', 'USD')],
    'a buyer may still accept lead lead-2 for an amount in USD',
  ],
  ['attempts in this currency', {}, [], [attemptIn('EUR')]],
];

describe('other books', () => {
  for (const [what, head, owing, open, why] of CASES)
    it(`${why === undefined ? 'may follow' : 'may not follow'} ${what}`, async () => {
      expect(await whyBooksAreFixed(portsOf(head, owing, open), NEXT)).to.equal(why);
    });
});
