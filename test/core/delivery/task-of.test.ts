import { expect } from 'chai';
import { lastAttempt, mayHaveArrived, MAX_STALLS, taskOf } from '../../../src/core/delivery/attempt.js';
import type { Attempt, AttemptOutcome } from '../../../src/core/lead/lead-record.js';
import { testLead, testAttempt } from '../../support/records.js';

const AT = new Date('2026-11-21T17:00:00Z');
const attempts = (...ends: readonly (readonly [submission: number, AttemptOutcome])[]): Attempt[] =>
  ends.map(([submission, outcome], i) =>
    testAttempt({ number: i + 1, submission, at: AT, timeout_ms: 1, outcome }),
  );

describe('what a worker has to do with a lead', () => {
  const rows: readonly [string, Attempt[], number, ReturnType<typeof taskOf>][] = [
    ['nothing was tried', [], 0, 'evaluate'],
    ['nothing left', attempts([1, 'never_sent']), 0, 'evaluate'],
    ['the buyer said "later"', attempts([1, 'retry'], [1, 'pending']), 0, 'ask'],
    ['"later" of the one before, by a callback', attempts([1, 'pending'], [1, 'never_sent']), 0, 'ask'],
    ['"try again" of a later one', attempts([1, 'pending'], [1, 'retry']), 0, 'evaluate'],
    ['its request may have left', attempts([1, 'open']), 0, 'interrupted'],
    ['its request may have left, ten runs later', attempts([1, 'open']), MAX_STALLS, 'interrupted'],
    ['ten runs ended without a word', [], MAX_STALLS, 'give_up'],
    ['ten runs ended, the buyer has it', attempts([1, 'pending']), MAX_STALLS, 'give_up'],
    [
      'ten runs ended, the buyer has it, and a repeat never left',
      attempts([1, 'pending'], [1, 'never_sent']),
      MAX_STALLS,
      'give_up',
    ],
    ['nine runs ended without a word', [], MAX_STALLS - 1, 'evaluate'],
  ];
  for (const [name, made, stalls, step] of rows)
    it(`${name}: ${step}`, () => {
      expect(taskOf(testLead({ attempts: made, stalls }))).to.equal(step);
    });

  it('is read from the attempts of its submission alone', () => {
    for (const outcome of ['open', 'pending', 'unknown'] as const) {
      const lead = testLead({ submission: 2, attempts: attempts([1, outcome]) });
      expect(taskOf(lead), outcome).to.equal('evaluate');
      expect(mayHaveArrived(lead), outcome).to.equal(false);
      expect(lastAttempt(lead), outcome).to.equal(undefined);
    }
    const lead = testLead({ submission: 1, attempts: attempts([1, 'unknown'], [1, 'retry'], [2, 'open']) });
    expect(lastAttempt(lead)?.number).to.equal(2);
    expect(mayHaveArrived(lead)).to.equal(true);
  });
});
