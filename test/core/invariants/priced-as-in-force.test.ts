import { expect } from 'chai';
import { compileCatalogue } from '../../../src/core/catalogue/compile-catalogue.js';
import { violationsOf } from '../../../src/core/invariants/violations-of.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import type { AttemptMoney } from '../../../src/core/money/entry.js';
import { withChanges } from '../../../src/core/timed-changes/in-force.js';
import type { AmountField } from '../../../src/core/timed-changes/timed-change.js';
import { documentOf } from '../../support/catalogue-document.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { testAttempt, testLead } from '../../support/records.js';
import { timedPause } from '../../support/timed-changes.js';

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 21, 17, minute));
const DOCUMENT = documentOf(testCatalogue());
const PRICE: AmountField = { what: 'price', kind: 'offer', entry_id: IDS.shared, value: 4_500 };
const PAYOUT: AmountField = {
  ...{ what: 'payout', kind: 'campaign', entry_id: IDS.campaign, offer_id: IDS.shared, value: 2_500 },
};
/** The price is 99.99 and the payout 20.00, but 45.00 (change 4) from 10 to 20 and 25.00 (change 5) from 10 to 15. */
const VERSIONS = [
  { at: at(0), changes: [] },
  { at: at(10), changes: [timedPause({ id: 4, ...PRICE }), timedPause({ id: 5, ...PAYOUT })] },
  { at: at(15), changes: [timedPause({ id: 4, ...PRICE })] },
  { at: at(20), changes: [] },
].map(({ at: from, changes }) => ({
  ...{ at: from, catalogue: compileCatalogue(withChanges(DOCUMENT, changes), 1) },
}));

/** What is found of an attempt that left in this minute. */
function found(minute: number, money: Partial<AttemptMoney>, over: Partial<LeadRecord> = {}): string[] {
  const amounts = { price_cents: 9_999, payout_cents: 2_000, currency: 'USD', catalogue_version: 1 };
  const attempt = testAttempt({ at: at(minute), money: { ...amounts, ...money } });
  return violationsOf({
    leads: [testLead({ state: 'accepted', attempts: [attempt], ...over })],
    ...{ searches: [], claims: [], catalogueVersions: VERSIONS, now: at(30), settled: true },
  })
    .filter(({ invariant }) => invariant === 'priced-as-in-force')
    .map(({ detail }) => detail);
}

const CHANGED = { price_cents: 4_500, payout_cents: 2_500, timed_changes: [4, 5] };
const PRICED = { price_cents: 4_500, timed_changes: [4] };
const ROWS: readonly (readonly [string, string[], string[]])[] = [
  ['as the version says, before', found(5, {}), []],
  ['as the changes say', found(13, CHANGED), []],
  ['by a worker that began before', found(10, {}), []],
  ['by a worker that began before the end', found(20, PRICED), []],
  ['as the version says, after', found(25, {}), []],
  [
    'at the former amounts',
    found(13, {}),
    [
      'attempt 1 has a price of 9999 cents, which was not in force',
      'attempt 1 has a payout of 2000 cents, which was not in force',
    ],
  ],
  [
    'without a word of the change',
    found(17, { price_cents: 4_500 }),
    ['attempt 1 has a price of 4500 cents, which was not in force'],
  ],
  [
    'by what was over',
    found(25, { ...PRICED, price_cents: 4_400 }),
    ['attempt 1 names timed change 4, which never set its price or payout'],
  ],
  ['with a payout that a search has shown before', found(17, CHANGED, { search_id: 'a' }), []],
  [
    'with a payout that no search has shown',
    found(17, { ...CHANGED, payout_cents: 2_600 }, { search_id: 'a' }),
    ['attempt 1 names timed change 5, which never set its price or payout'],
  ],
];

describe('attempts under prices and payouts for a time', () => {
  for (const [name, faults, expected] of ROWS)
    it(`${name}: ${expected.length === 0 ? 'sound' : 'violated'}`, () => {
      expect(faults).to.deep.equal(expected);
    });
});
