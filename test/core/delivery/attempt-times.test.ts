import { expect } from 'chai';
import { answerableUntil, newAttempt, sendBy } from '../../../src/core/delivery/attempt.js';
import { settlableFrom } from '../../../src/core/delivery/settle.js';
import { MAX_REQUEST_MS } from '../../../src/core/delivery/lease-times.js';
import { testOffer } from '../../support/catalogue.js';
import { testLead, testAttempt } from '../../support/records.js';

const AT = new Date('2026-11-21T17:00:00Z');

/** Clocks of two machines are no further apart (docs/guarantees.md). */
const FEW_SECONDS_MS = 10_000;

describe('the deadline of an attempt', () => {
  for (const timeout_ms of [1_000, MAX_REQUEST_MS])
    it(`a request of ${timeout_ms} ms that leaves at its last moment is over before anybody may evaluate it`, () => {
      const begun = { at: AT, timeout_ms };
      const over = sendBy(begun).getTime() + timeout_ms + FEW_SECONDS_MS;
      expect(over).to.be.at.most(answerableUntil(begun).getTime());
      expect(sendBy(begun).getTime(), 'time to map, look up and connect').to.be.at.least(
        AT.getTime() + 15_000,
      );
    });

  it('goes with the attempt, and is what an operator waits for', () => {
    const lead = testLead({ runs: 3 });
    const attempt = newAttempt(lead, testOffer(), AT, testAttempt().money);
    expect(attempt).to.include({ number: 1, submission: 1, run: 3, outcome: 'open' });
    expect(attempt.send_by).to.deep.equal(sendBy(attempt));
    const unknown = testLead({ state: 'unknown', attempts: [{ ...attempt, outcome: 'unknown' }] });
    expect(settlableFrom(unknown)).to.equal('2026-11-21T17:00:32Z');
  });
});
