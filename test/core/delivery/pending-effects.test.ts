import { expect } from 'chai';
import { confirmEffect, duplicateEffect, releaseEffect } from '../../../src/core/delivery/pending-effects.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { IDS } from '../../support/catalogue.js';
import { testIdentities, testLead, testAttempt } from '../../support/records.js';

const AT = new Date('2026-11-21T17:00:00Z');
const TOMORROW = new Date('2026-11-22T17:00:00Z');
const after = (ms: number): Date => new Date(AT.getTime() + ms);
const lead = (over: Partial<LeadRecord> = {}): LeadRecord =>
  testLead({ received_at: AT, submission: 3, ...over });
const ofLead = {
  kind: 'reservations',
  submission: 3,
  since: AT,
  keys: testIdentities('ann').map(({ key }) => key),
  offer_id: IDS.shared,
  campaign_id: IDS.campaign,
  buyer_id: IDS.buyer,
};

describe('what an ending owes', () => {
  it('a lead that was counted nowhere: its claims', () => {
    expect(releaseEffect(lead(), AT)).to.deep.equal({
      ...ofLead,
      what: 'release',
      claim_action: 'release',
    });
  });

  it('everything that names its slot and places, whatever becomes of the lead', () => {
    const named = { program_id: 'bsn', search_id: 's' };
    const intent = { at: AT, submission: 3, buyer_id: IDS.buyer };
    expect(releaseEffect(lead({ ...named, intent }), AT, 'keep')).to.deep.equal({
      ...{ ...ofLead, ...named, what: 'release', claim_action: 'keep' },
      intent_at: AT,
    });
  });

  it('the places of each moment that it had', () => {
    const intent = {
      at: TOMORROW,
      submission: 3,
      buyer_id: IDS.buyer,
      kept: [{ at: AT, attempts: 1, buyer_id: IDS.buyer }],
    };
    expect(releaseEffect(lead({ intent }), AT)).to.deep.include({
      intent_at: TOMORROW,
      also_release: [{ at: AT, buyer_id: IDS.buyer }],
    });
    const unsent = testAttempt({ number: 2, submission: 3, at: AT, outcome: 'never_sent' });
    for (const outcome of ['unknown', 'pending'] as const) {
      const attempts = [testAttempt({ submission: 3, at: AT, outcome }), unsent];
      expect(confirmEffect(lead({ intent, attempts }), AT), outcome).to.deep.include({
        ...{ what: 'confirm', intent_at: AT, also_release: [{ at: TOMORROW, buyer_id: IDS.buyer }] },
      });
    }
  });

  for (const [ms, claims] of [
    [0, 'keep'],
    [60_000, 'keep'],
    [60_001, 'renew'],
  ] as const)
    it(`decided ${ms} ms after it was received: ${claims}`, () => {
      expect(confirmEffect(lead(), after(ms)).claim_action).to.equal(claims);
      expect(duplicateEffect(lead(), after(ms))).to.include({ what: 'release', claim_action: claims });
    });
});
