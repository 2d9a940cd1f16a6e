import { testAttempt } from '../../support/records.js';
import { expect } from 'chai';
import { deliveryKey, newAttempt } from '../../../src/core/delivery/attempt.js';
import type { Attempt, LeadRecord } from '../../../src/core/lead/lead-record.js';
import { testOffer } from '../../support/catalogue.js';
import { aLead, minute } from '../../support/stored-records.js';

describe('the key of a delivery', () => {
  const keyOf = (over: Partial<LeadRecord>): string => {
    const lead = aLead({ id: 'lead-1', ...over });
    return deliveryKey(lead.id, newAttempt(lead, testOffer(), minute(1), testAttempt().money));
  };
  const attempt = (over: Partial<Attempt>): Attempt => ({
    ...testAttempt({ number: 1, submission: 1, at: minute(0), timeout_ms: 1_000, outcome: 'unknown' }),
    ...over,
  });

  for (const [what, over, key] of [
    ['is the id of the lead', {}, 'lead-1'],
    ['is the same for a repeat', { attempts: [attempt({})] }, 'lead-1'],
    ['is another one when the lead is posted again', { submission: 2, attempts: [attempt({})] }, 'lead-1:2'],
    [
      'is the same for a repeat of that',
      { submission: 2, attempts: [attempt({}), attempt({ number: 2, submission: 2 })] },
      'lead-1:2',
    ],
  ] as const)
    it(what, () => {
      expect(keyOf(over)).to.equal(key);
    });
});
