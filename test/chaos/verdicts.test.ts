import { expect } from 'chai';
import type { Evidence } from '../../chaos/verdicts/evidence.js';
import { judge } from '../../chaos/verdicts/judge.js';
import {
  SUBMITS,
  later,
  received,
  evidence,
  rulesIn,
  answered,
  ofKey,
  many,
  limitOf,
} from '../support/chaos-evidence.js';

describe('chaos verdicts', () => {
  const sound: readonly (readonly [string, Evidence])[] = [
    ['an accepted lead', evidence([{ id: 'a' }])],
    [
      'an adjustment that is booked',
      evidence([], {
        entries: [{ kind: 'adjustment', own_reference: 'N' }],
        acknowledgedEntries: new Set(['adjustment N']),
      }),
    ],
    [
      'an unknown lead that the buyer took',
      evidence([{ id: 'a', state: 'unknown', answer: 'garbage', decided_by: 'Garbage' }]),
    ],
    ['a refused lead', evidence([{ id: 'a', state: 'rejected', answer: 'duplicate', taken: false }])],
    [
      'an idempotent repeat',
      evidence([{ id: 'a' }], { received: [received({ id: 'a' }), received({ id: 'a', taken: false })] }),
    ],
    [
      'one person at two offers',
      evidence([
        { id: 'a', person: 'ann' },
        { id: 'b', person: 'ann', offer: 'summit-1' },
      ]),
    ],
    ['a cap that is just full', evidence(many(limitOf('summit-1'), { offer: 'summit-1' }))],
    [
      'a sale that began before the offer for which everything counts was sold',
      evidence([
        { id: 'a', person: 'ann', offer: 'lakeshore-5' },
        { id: 'b', person: 'ann' },
      ]),
    ],
  ];
  for (const [what, found] of sound)
    it(`finds nothing wrong with ${what}`, () => {
      expect(judge(found, SUBMITS).violations).to.deep.equal([]);
    });

  const planted: readonly (readonly [string, Evidence, string])[] = [
    [
      'an acknowledged lead is gone',
      evidence([], { acknowledged: ofKey(answered('a', 'PENDING')) }),
      'acknowledged and missing',
    ],
    [
      'an acknowledged search is gone',
      evidence([], { acknowledgedSearches: new Set(['s2']) }),
      'acknowledged and missing',
    ],
    [
      'an acknowledged stage is gone',
      evidence([{ id: 'a' }], { acknowledgedStages: new Set(['a:enrolled']) }),
      'acknowledged and missing',
    ],
    [
      'an acknowledged return is gone',
      evidence([{ id: 'a' }], {
        entries: [{ kind: 'sale', lead_id: 'a' }],
        acknowledgedEntries: new Set(['return of lead a']),
      }),
      'acknowledged and missing',
    ],
    [
      'a key was answered with two leads',
      evidence([{ id: 'a' }, { id: 'b' }], {
        acknowledged: ofKey(answered('a', 'ACCEPTED'), answered('b', 'ACCEPTED')),
      }),
      'one key, two leads',
    ],
    [
      'a key has two leads',
      evidence([{ id: 'a' }, { id: 'b', lead: { idempotency: [{ key: 'key-a' }] } }]),
      'one key, two leads',
    ],
    [
      'ACCEPTED became something else',
      evidence([{ id: 'a', state: 'unknown' }], { acknowledged: ofKey(answered('a', 'ACCEPTED')) }),
      'a final answer changed',
    ],
    [
      'we say accepted alone',
      evidence([{ id: 'a', taken: false, answer: 'duplicate' }]),
      'accepted, and the buyer did not',
    ],
    ['we say no alone', evidence([{ id: 'a', state: 'failed' }]), 'the buyer has it, and we say no'],
    [
      'a lead was sold that nobody has',
      evidence([], { received: [received({ id: 'a' })] }),
      'sold without a record',
    ],
    [
      'a lead was taken twice',
      evidence([{ id: 'a' }], { received: [received({ id: 'a' }), received({ id: 'a' })] }),
      'sold twice',
    ],
    [
      'one e-mail at one offer',
      evidence([
        { id: 'a', person: 'ann', phone: '1' },
        { id: 'b', person: 'ann', phone: '2' },
      ]),
      'one person, sold twice',
    ],
    [
      'one phone at two offers of one place',
      evidence([
        { id: 'a', phone: '1', offer: 'harbor-0' },
        { id: 'b', phone: '1', offer: 'harbor-1' },
      ]),
      'one person, sold twice',
    ],
    [
      'one person, sold before to anybody',
      evidence([
        { id: 'a', person: 'ann', offer: 'lakeshore-5', lead: { received_at: later(5) }, at: 6 },
        { id: 'b', person: 'ann' },
      ]),
      'one person, sold twice',
    ],
    ['a cap was exceeded', evidence(many(limitOf('summit-1') + 1, { offer: 'summit-1' })), 'cap exceeded'],
    [
      'a search sold four times',
      evidence(['0', '1', '3', '5'].map((n) => ({ id: n, offer: `summit-${n}`, search: 's1' }))),
      'search sold too often',
    ],
    [
      'two exclusive ones',
      evidence(['summit-2', 'lakeshore-2'].map((offer) => ({ id: offer, offer, search: 's1' }))),
      'two exclusive offers of one search',
    ],
    [
      'a true exclusive one beside another',
      evidence(['summit-4', 'summit-0'].map((offer) => ({ id: offer, offer, search: 's1' }))),
      'true exclusive, and not alone',
    ],
    ['a lead stands halfway', evidence([{ id: 'a', state: 'sending' }]), 'not settled'],
    [
      'an effect is not applied',
      evidence([{ id: 'a', lead: { pending_effects: [{}] } }]),
      'effect not applied',
    ],
  ];
  for (const [what, found, rule] of planted)
    it(`finds: ${what}`, () => {
      expect(rulesIn(found)).to.include(rule);
    });
});
