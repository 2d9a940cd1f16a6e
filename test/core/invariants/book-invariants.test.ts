import { bookedSale } from '../../support/returns.js';
import { expect } from 'chai';
import { BOOK_INVARIANTS, type CheckedEntry } from '../../../src/core/invariants/book-invariants.js';
import type { World } from '../../../src/core/invariants/invariant.js';
import { SETTLED } from '../../../src/core/invariants/tolerance.js';
import { evaluate } from '../../../src/core/invariants/violations-of.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { saleEntry } from '../../../src/core/money/sale-entry.js';
import { testLead, testSentTo, testAttempt } from '../../support/records.js';

const AT = new Date('2026-11-21T17:00:00Z');
const after = (ms: number): Date => new Date(AT.getTime() + ms);
const sale = bookedSale({ buyer_id: 'summit', buyer_cents: 5_000, affiliate_cents: 3_500 });
const money = { price_cents: 5_000, payout_cents: 3_500, currency: 'USD', catalogue_version: 7 };
const sold = testLead({
  state: 'accepted',
  attempts: [testAttempt({ at: AT, money, sent_to: testSentTo('summit') })],
  decision: { code: 'ACCEPTED', at: AT, sale, source: 'buyer' },
});
const { decision } = sold;
const entry = (kind: CheckedEntry['kind'], n = 0, over: Partial<CheckedEntry> = {}): CheckedEntry => ({
  ...{ id: `${kind}:${sold.id}:${n}`, kind, at: AT, period: '2026-11', month: '2026-11' },
  ...{ lead_id: sold.id, buyer_cents: 5_000, affiliate_cents: 3_500, ...over },
});
const back = { buyer_cents: -5_000, affiliate_cents: -3_500 };
const returned = { at: after(1_000), code: 'bad_phone', by: 'ann', payout_reversed: true } as const;
const undone = { at: after(2_000), by: 'ann', why: 'a mistake' };
const owed = saleEntry(sale, AT, 'buyer');

type Row = [what: string, lead: Partial<LeadRecord>, entries: CheckedEntry[], found: string[]];
const ROWS: readonly Row[] = [
  ['a sale that is written', {}, [entry('sale')], []],
  ['a sale that is owed', { pending_effects: [owed] }, [], []],
  ['a sale that is written and still owed', { pending_effects: [owed] }, [entry('sale')], []],
  ['a sale that nobody owes', {}, [], ['booked-once']],
  ['another price', {}, [entry('sale', 0, { buyer_cents: 1 })], ['booked-once']],
  ['null where there is a price', {}, [entry('sale', 0, { buyer_cents: null })], ['booked-once']],
  ['an adjustment about the lead', {}, [entry('sale'), entry('adjustment')], []],
  ['an entry without an event', {}, [entry('sale'), entry('return', 0, back)], ['booked-once']],
  ['a return', { returns: [returned] }, [entry('sale'), entry('return', 0, back)], []],
  ['a return that is not written', { returns: [returned] }, [entry('sale')], ['booked-once']],
  [
    'a return that keeps the payout',
    { returns: [{ ...returned, payout_reversed: false }] },
    [entry('sale'), entry('return', 0, { buyer_cents: -5_000, affiliate_cents: 0 })],
    [],
  ],
  [
    'a return undone, and returned again',
    { returns: [{ ...returned, undone }, returned] },
    [entry('sale'), entry('return', 0, back), entry('return_reversal'), entry('return', 1, back)],
    [],
  ],
  [
    'an undone return without its reversal',
    { returns: [{ ...returned, undone }] },
    [entry('sale'), entry('return', 0, back)],
    ['booked-once'],
  ],
  [
    'another payout than the attempt’s',
    { decision: { ...decision!, sale: { ...sale, affiliate_cents: 9 } } },
    [entry('sale', 0, { affiliate_cents: 9 })],
    ['booked-as-sent'],
  ],
  [
    'the price of the buyer’s answer',
    { decision: { ...decision!, sale: { ...sale, buyer_cents: 9, price_from_answer: true } } },
    [entry('sale', 0, { buyer_cents: 9 })],
    [],
  ],
  [
    'another buyer than the attempt’s',
    { decision: { ...decision!, sale: { ...sale, buyer_id: 'lake' } } },
    [entry('sale')],
    ['booked-as-sent'],
  ],
  [
    'a sale without its amounts',
    { decision: { code: 'ACCEPTED', at: AT, source: 'buyer' } },
    [entry('sale')],
    ['booked-once'],
  ],
  ['a refused lead with an entry', { state: 'rejected' }, [entry('sale')], ['booked-once']],
  ['a test lead with an entry', { is_test: true }, [entry('sale')], ['booked-once']],
];

describe('the books and the leads', () => {
  for (const [what, over, entries, found] of ROWS)
    it(`${what}: ${found.join(', ') || 'sound'}`, () => {
      const lead = { ...sold, ...over };
      const world = {
        now: after(3_600_000),
        tolerance: SETTLED,
      } as unknown as World;
      const violations = evaluate('lead', lead.id, BOOK_INVARIANTS, { lead, entries }, world);
      expect([...new Set(violations.map(({ invariant }) => invariant))]).to.deep.equal(found);
    });
});
