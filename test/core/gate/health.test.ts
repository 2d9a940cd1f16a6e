import { expect } from 'chai';
import { healthOf } from '../../../src/core/gate/health.js';
import type { Delivered, Health } from '../../../src/core/ports/destinations.js';
import type { AnswerOutcome } from '../../../src/core/catalogue/types.js';

const answered = (outcome: AnswerOutcome, status: number): Delivered => ({
  kind: 'answered',
  status,
  answer: { outcome },
});

const TABLE: readonly [string, Delivered, Health][] = [
  ['accepted', answered('accepted', 200), 'up'],
  ['rejected', answered('rejected', 422), 'up'],
  ['rejected with a 500 that a rule reads', answered('rejected', 500), 'up'],
  ['"try again" with 429: it works, and has enough', answered('retry', 429), 'up'],
  ['"try again" with 503', answered('retry', 503), 'down'],
  ['nobody listens', { kind: 'never_sent', detail: 'connect: ECONNREFUSED' }, 'down'],
  ['a secret that is not set', { kind: 'never_sent', detail: 'secret TOKEN is not set' }, 'down'],
  ['a lead that the mapping cannot write', { kind: 'never_sent', detail: 'mapping: $error' }, 'neither'],
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
