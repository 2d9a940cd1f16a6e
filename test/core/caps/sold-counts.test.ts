import { expect } from 'chai';
import type { CountedLead } from '../../../src/core/caps/counted-leads.js';
import { settledAs, sumSold } from '../../../src/core/caps/sold-counts.js';
import { confirmEffect } from '../../../src/core/delivery/pending-effects.js';
import { countedLead } from '../../support/caps.js';
import { testLead } from '../../support/records.js';

const AT = new Date('2026-11-21T10:07:00Z');
const intent = { at: AT, submission: 1, buyer_id: 'bought' };
const line = (({ campaign_id, offer_id }) => ({
  campaign_id,
  offer_id,
  buyer_id: intent.buyer_id,
  count: 1,
}))(countedLead({}));
const sold = { at: new Date('2026-11-21T08:00:00Z'), buyer_id: 'former' };

const CASES: readonly [string, Partial<CountedLead>, ReturnType<typeof settledAs>][] = [
  ['accepted', { state: 'accepted', intent }, line],
  [
    'a program of a buyer',
    { state: 'accepted', intent: { ...intent, buyer_id: 'b' }, program_id: 'p' },
    { ...line, buyer_id: 'b', program_id: 'p' },
  ],
  ['sold elsewhere', { state: 'accepted', intent: { ...intent, buyer_id: 'b', sold } }, { ...line, ...sold }],
  [
    'owes its confirmation',
    { state: 'accepted', intent, pending_effects: [confirmEffect(testLead(), AT)] },
    'open',
  ],
  [
    'refused, owes its release',
    { state: 'rejected', intent, pending_effects: [confirmEffect(testLead(), AT)] },
    'open',
  ],
  ['refused', { state: 'rejected', intent }, undefined],
  ['failed', { state: 'failed', intent }, undefined],
  ['undecided', { state: 'pending', intent }, 'open'],
  ['unknown', { state: 'unknown', intent }, 'open'],
  ['of an earlier submission', { state: 'accepted', intent, submission: 2 }, 'open'],
  ['a test', { state: 'accepted', intent, is_test: true }, undefined],
];

describe('what a lead is to a count', () => {
  for (const [what, lead, expected] of CASES)
    it(what, () => {
      expect(settledAs(countedLead(lead))).to.deep.equal(expected);
    });

  it('adds up by what was sold', () => {
    const quarter = AT;
    const lines = [
      line,
      { ...line, quarter, count: 3 },
      { ...line, buyer_id: 'b' },
      { ...line, at: AT },
      { ...line, at: AT },
    ];
    expect(sumSold(lines)).to.have.deep.members([
      { ...line, count: 4 },
      { ...line, buyer_id: 'b' },
      { ...line, at: AT, count: 2 },
    ]);
  });
});
