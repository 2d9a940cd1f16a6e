import { expect } from 'chai';
import { evidenceOf, type AskOfPartner } from '../../../src/core/consent/evidence.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { aLead, minute } from '../../support/stored-records.js';

const partnersOf = (lead: Partial<LeadRecord>, asked: readonly AskOfPartner[]): unknown[] =>
  evidenceOf(aLead(lead), asked).partners.map(({ offer_id, at }) => [offer_id, at]);
const ask = (offer_id: string, over: Partial<AskOfPartner> = {}): AskOfPartner => ({
  ...{ offer_id, run: 1, asked_at: minute(1) },
  ...over,
});

describe('the evidence of a consent', () => {
  it('names the partners to which a request may have left, and no other', () => {
    const asked = [ask('asked'), ask('down', { unsent: true }), ask('asked-too', { asked_at: minute(2) })];
    expect(partnersOf({ search_run: 1 }, asked)).to.deep.equal([
      ['asked', minute(1)],
      ['asked-too', minute(2)],
    ]);
  });

  const asked = [1, 2, 3, 4].map((run) => ask(`of ${run}`, { run }));
  for (const [what, lead, expected] of [
    ['the run that it came from', { search_run: 2 }, ['of 2']],
    ['the runs that its data and its result are of', { search_run: 3, result_run: 1 }, ['of 1', 'of 3']],
  ] as const)
    it(`names the partners of ${what}`, () => {
      expect(partnersOf(lead, asked)).to.deep.equal(expected.map((offer_id) => [offer_id, minute(1)]));
    });
});
