import { testAttempt } from '../support/records.js';
import { expect } from 'chai';
import type { Evidence } from '../../chaos/verdicts/evidence.js';
import { judge } from '../../chaos/verdicts/judge.js';
import {
  SUBMITS,
  later,
  type Sold,
  LONG_AFTER,
  changedTo,
  soldAt,
  fault,
  tried,
  SETTLED,
  evidence,
  rulesIn,
  many,
  limitOf,
  received,
  held,
  TOO_MANY_FOR_HARBOR,
  AS_APPLIED,
  since,
} from '../support/chaos-evidence.js';

const ANN_BEFORE = { id: 'a', person: 'ann', offer: 'harbor-1' } as const;
const ANN_AFTER = soldAt('b', LONG_AFTER, { person: 'ann', offer: 'harbor-1' });

describe('chaos verdicts on operators and ceilings', () => {
  const sound: readonly (readonly [string, Evidence])[] = [
    [
      'an unknown lead whose worker was killed',
      evidence([{ id: 'a', state: 'unknown', lead: tried(5) }], {
        struck: [fault('kill_worker', 'submit-1', 6, 7)],
      }),
    ],
    [
      'an unknown lead whose answer found no database',
      evidence([{ id: 'a', state: 'unknown', lead: tried(5) }], {
        struck: [fault('mongo_kill', 'mongod', 20, 50)],
      }),
    ],
    [
      'an unknown lead whose worker hardly got to run',
      evidence([
        {
          ...{ id: 'a', state: 'unknown' },
          lead: {
            attempts: [
              testAttempt({ at: later(5), timeout_ms: 5_000, duration_ms: 7_400, outcome: 'unknown' }),
            ],
          },
        },
      ]),
    ],
    [
      'an unknown lead whose offer went to another buyer',
      evidence(
        [
          {
            id: 'a',
            state: 'unknown',
            lead: { timeline: [{ at: later(20), what: 'unknown', reason: { why: 'another buyer' } }] },
          },
        ],
        changedTo({ buyers: { 'summit-0': 'harbor' } }),
      ),
    ],
    [
      'one person at each of two buyers that an offer had, of which each is a scope of its own',
      evidence([ANN_BEFORE, ANN_AFTER], {
        ...changedTo({ buyers: { 'harbor-1': 'lakeshore' } }),
        received: [received(ANN_BEFORE), { ...received(ANN_AFTER), party: 'lakeshore' }],
      }),
    ],
    [
      'a lead that failed at a buyer that put it off',
      evidence([{ id: 'a', state: 'failed', taken: false, answer: 'retry', decided_by: 'Busy' }]),
    ],
    [
      'a lead that an operator settled by what the buyer has',
      evidence([{ id: 'a', answer: 'garbage', decided_by: 'Garbage', lead: SETTLED }]),
    ],
    [
      'a lead that a buyer took and refused in the end',
      evidence([{ id: 'a', state: 'rejected', answer: 'pending', decided_by: 'CallbackReject' }]),
    ],
    ['a lead that waits for days', evidence([held('nightfall-0')], { received: [] })],
    [
      'a environment that was taken before the cap was lowered',
      evidence(
        many(limitOf('summit-1'), { offer: 'summit-1', at: LONG_AFTER }),
        changedTo({ shares: { 'summit-1': 0.5 } }),
      ),
    ],
    [
      'a lead that left by the catalogue of a moment ago',
      evidence([soldAt('a', 15)], changedTo({ paused: ['summit-1'], closed_until: { summit: later(900) } })),
    ],
    [
      'a lead that left when its buyer was paused for a time a moment ago, or no more',
      evidence([soldAt('a', 20), soldAt('b', 90)], {
        history: [AS_APPLIED, since(10, { timed: { paused: ['summit'], raised: [] } }), since(80, {})],
      }),
    ],
    [
      'sales up to a limit for a time',
      evidence(
        many(limitOf('summit-1') * 2, { offer: 'summit-1', at: 60 }),
        changedTo({ timed: { paused: [], raised: ['summit-1'] } }),
      ),
    ],
    [
      'a lead at a buyer that has opened',
      evidence([soldAt('a', LONG_AFTER)], changedTo({ closed_until: { summit: later(LONG_AFTER) } })),
    ],
  ];
  for (const [what, found] of sound)
    it(`finds nothing wrong with ${what}`, () => {
      expect(judge(found, SUBMITS).violations).to.deep.equal([]);
    });

  const planted: readonly (readonly [string, Evidence, string])[] = [
    [
      'a sale too many after the cap was lowered',
      evidence(
        [...many(Math.floor(limitOf('summit-1') / 2), { offer: 'summit-1' }), soldAt('late', LONG_AFTER)],
        changedTo({ shares: { 'summit-1': 0.5 } }),
      ),
      'cap exceeded',
    ],
    [
      'a paused offer was sold',
      evidence([soldAt('a', LONG_AFTER)], changedTo({ paused: ['summit-1'] })),
      'sent for a paused offer',
    ],
    [
      'a buyer was asked that is paused for a time',
      evidence([soldAt('a', 40)], {
        history: [AS_APPLIED, since(10, { timed: { paused: ['summit'], raised: [] } }), since(80, {})],
      }),
      'sent in a timed pause',
    ],
    [
      'a sale more than a limit for a time',
      evidence(
        many(limitOf('summit-1') * 2 + 1, { offer: 'summit-1', at: 60 }),
        changedTo({ timed: { paused: [], raised: ['summit-1'] } }),
      ),
      'cap exceeded',
    ],
    [
      'a closed buyer was asked',
      evidence([soldAt('a', LONG_AFTER)], changedTo({ closed_until: { summit: later(900) } })),
      'sent to a closed buyer',
    ],
    [
      'a buyer was asked that never opens',
      evidence([{ id: 'a', offer: 'nightfall-0' }]),
      'sent to a closed buyer',
    ],
    [
      'a former buyer was asked',
      evidence([soldAt('a', LONG_AFTER)], changedTo({ buyers: { 'summit-1': 'lakeshore' } })),
      'sent to a former buyer',
    ],
    [
      'a buyer heard of somebody who had not agreed',
      evidence([{ id: 'a' }], { withoutConsent: new Set(['key-a']) }),
      'sent without consent',
    ],
    [
      'an operator said yes for a buyer that has nothing',
      evidence([{ id: 'a', taken: false, answer: 'dropped', lead: SETTLED }]),
      'accepted, and the buyer did not',
    ],
    [
      'an operator said no, and the buyer has it',
      evidence([{ id: 'a', state: 'rejected', decided_by: 'Hangup', lead: SETTLED }]),
      'the buyer has it, and we say no',
    ],
    [
      'we say yes, and the buyer refused in the end',
      evidence([{ id: 'a', decided_by: 'LaterReject' }]),
      'accepted, and the buyer did not',
    ],
    [
      'a lead is unknown, and nothing happened',
      evidence([{ id: 'a', state: 'unknown', lead: tried(5) }]),
      'unknown, and nothing explains it',
    ],
    [
      'a lead is unknown, and only others were struck, or this one before and after',
      evidence([{ id: 'a', state: 'unknown', lead: tried(50) }], {
        struck: [
          fault('kill_worker', 'search-1', 51, 52),
          fault('redis_kill', 'redis', 51, 52),
          fault('kill_worker', 'submit-1', 40, 45),
          fault('kill_worker', 'submit-2', 60, 61),
          fault('mongo_kill', 'mongod', 80, 81),
        ],
      }),
      'unknown, and nothing explains it',
    ],
    [
      'a lead is unknown, and its buyer misbehaved to another',
      evidence([
        { id: 'a', state: 'unknown' },
        { id: 'b', person: 'bob', state: 'unknown', decided_by: 'Hangup' },
      ]),
      'unknown, and nothing explains it',
    ],
    [
      'a lead failed, and nothing happened',
      evidence([{ id: 'a', state: 'failed', taken: false }]),
      'failed, and nothing explains it',
    ],
    [
      'a lead failed before a breaker that nothing opened',
      evidence([
        {
          id: 'a',
          state: 'failed',
          taken: false,
          lead: { timeline: [{ at: later(20), what: 'decided', reason: { why: 'destination_down' } }] },
        },
      ]),
      'failed, and nothing explains it',
    ],
    ['a lead of a usual buyer is held', evidence([{ id: 'a', state: 'saved' }]), 'not settled'],
  ];
  for (const [what, found, rule] of planted)
    it(`finds: ${what}`, () => {
      expect(rulesIn(found)).to.include(rule);
    });

  it('counts a sale for the buyer that got it, whoever has the offer today', () => {
    const [one, ...others] = TOO_MANY_FOR_HARBOR;
    const buyers = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`harbor-${n}`, 'summit' as const]));
    const found = (sold: readonly Sold[]) =>
      judge(evidence(sold, changedTo({ buyers })), SUBMITS).violations.map(({ what }) => what);
    expect(found(others)).to.deep.equal([]);
    expect(found([...others, one!])).to.deep.equal([`buyer harbor per day: 81 of 80 with lead ${one!.id}`]);
  });
});
