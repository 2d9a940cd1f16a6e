import { testAttempt } from '../../support/records.js';
import { expect } from 'chai';
import { settleLead } from '../../../src/app/settle/settle-lead.js';
import { EMPTY_CATALOGUE } from '../../../src/core/catalogue/types.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { memoryLeadStore } from '../../support/fakes/memory-lead-store.js';
import { aLead, minute } from '../../support/stored-records.js';

const UNKNOWN: Partial<LeadRecord> = {
  ...{ state: 'unknown', buyer_id: 'buyer-1', intent: { at: minute(0), submission: 1, buyer_id: 'buyer-1' } },
  attempts: [testAttempt({ number: 1, submission: 1, at: minute(0), timeout_ms: 1_000, outcome: 'unknown' })],
};
const SETTLEMENT = { verdict: 'rejected', by: 'ann', why: 'the buyer never had it' } as const;

/** A run by destination is planned first, and may take minutes. */
describe('settling a lead as it was seen', () => {
  const rows: readonly (readonly [string, Partial<LeadRecord>, string])[] = [
    ['is as it was', {}, 'settled'],
    ['is pending by now: its buyer said that it has the lead', { state: 'pending' }, 'refused'],
    ['was sent once more', { attempts: [...UNKNOWN.attempts!, ...UNKNOWN.attempts!] }, 'refused'],
    ['was submitted again', { submission: 2 }, 'refused'],
  ];
  for (const [what, over, outcome] of rows)
    it(`${outcome}: it ${what}`, async () => {
      const leads = memoryLeadStore();
      const seen = aLead(UNKNOWN);
      await leads.insert({ ...seen, ...over });
      const ports = { leads, catalogue: EMPTY_CATALOGUE, clock: () => minute(60) };
      expect((await settleLead(ports, seen.id, SETTLEMENT, seen)).outcome).to.equal(outcome);
    });
});
