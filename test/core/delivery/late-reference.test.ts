import { expect } from 'chai';
import { lateReference } from '../../../src/core/delivery/late-reference.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { attempt, decided, leadIn } from './callbacks.js';

const SOLD = leadIn('accepted', [attempt(1, 'retry'), attempt(2, 'accepted')], decided('ACCEPTED'));
const SAID = { outcome: 'accepted', reference: 'ref-9' } as const;
const BY = { number: 2, submission: 1 };

describe('a reference that comes after the sale', () => {
  const rows: readonly [string, LeadRecord, typeof BY, Parameters<typeof lateReference>[2], boolean][] = [
    ['is taken', SOLD, BY, SAID, true],
    ['is taken of a "later"', SOLD, BY, { ...SAID, outcome: 'pending' }, true],
    ['is not there', SOLD, BY, { outcome: 'accepted' }, false],
    ['is not taken of a refusal', SOLD, BY, { ...SAID, outcome: 'rejected' }, false],
    ['replaces none', { ...SOLD, reference: 'ref-1' }, BY, SAID, false],
    ['of another attempt is not taken', SOLD, { number: 1, submission: 1 }, SAID, false],
    ['of another submission is not taken', { ...SOLD, submission: 2 }, BY, SAID, false],
    ['of a lead that is not sold is not taken', leadIn('pending', SOLD.attempts), BY, SAID, false],
  ];
  for (const [what, lead, by, answer, isTaken] of rows)
    it(what, () => {
      const late = lateReference(lead, by, answer);
      expect(late?.change.reference).to.equal(isTaken ? 'ref-9' : undefined);
      if (late) expect(late.when).to.deep.include({ states: ['accepted'], attempts: 2, runs: lead.runs });
    });
});
