import { expect } from 'chai';
import { healthOf } from '../../../src/core/destination-gate/call-result.js';
import type { DeliveryResult, DestinationHealth } from '../../../src/core/delivery/delivery-result.js';
import type { AnswerOutcome } from '../../../src/core/catalogue/types.js';

const answered = (outcome: AnswerOutcome, status: number): DeliveryResult => ({
  kind: 'answered',
  status,
  answer: { outcome },
});

const TABLE: readonly [string, DeliveryResult, DestinationHealth][] = [
  ['accepted', answered('accepted', 200), 'up'],
  ['rejected', answered('rejected', 422), 'up'],
  ['rejected with a 500 that a rule reads', answered('rejected', 500), 'up'],
  ['"try again" with 429: it works, and has enough', answered('retry', 429), 'up'],
  ['"try again" with 503', answered('retry', 503), 'down'],
  ['"try again" with 500', answered('retry', 500), 'down'],
  ['"try again" with 499', answered('retry', 499), 'up'],
  ['nobody listens', { kind: 'never_sent', detail: 'connect: ECONNREFUSED' }, 'down'],
  ...(['deadline_passed', 'withdrawn', 'secret', 'mapping', 'evaluator', 'address', 'settings'] as const).map(
    (internal_fault): [string, DeliveryResult, DestinationHealth] => [
      `a fault of ours: ${internal_fault}`,
      { kind: 'never_sent', detail: 'a fault', internal_fault },
      'neither',
    ],
  ),
  ['words that begin like a fault of ours', { kind: 'never_sent', detail: 'mapping: lost' }, 'down'],
  [
    'a 500 that nobody here could read',
    { kind: 'unknown', detail: 'no process', status: 500, internal_fault: 'evaluator' },
    'neither',
  ],
  ['a 500 on which a rule fails', { kind: 'unknown', detail: 'rule 1 fails', status: 500 }, 'down'],
  ['a time-out', { kind: 'unknown', detail: 'answer: timed out' }, 'down'],
  ['a 502 that no rule reads', { kind: 'unknown', detail: 'no rule', status: 502 }, 'down'],
  ['a 200 that no rule reads: it works', { kind: 'unknown', detail: 'no rule', status: 200 }, 'up'],
];

describe('healthOf', () => {
  for (const [what, delivered, health] of TABLE)
    it(`${what}: ${health}`, () => {
      expect(healthOf(delivered)).to.equal(health);
    });
});
