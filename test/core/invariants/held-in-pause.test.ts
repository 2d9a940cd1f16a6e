import { expect } from 'chai';
import { compileCatalogue } from '../../../src/core/catalogue/compile-catalogue.js';
import type { CatalogueDocument } from '../../../src/core/catalogue/document.js';
import { violationsOf } from '../../../src/core/invariants/violations-of.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { withChanges } from '../../../src/core/timed-changes/in-force.js';
import { documentOf } from '../../support/catalogue-document.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { testAttempt, testLead } from '../../support/records.js';
import { timedPause } from '../../support/timed-changes.js';

const at = (minute: number, second = 0): Date => new Date(Date.UTC(2026, 10, 21, 17, minute, second));
const ACTIVE = documentOf(testCatalogue());
const ENDLESS = documentOf(testCatalogue({ offers: { [IDS.shared]: { status: 'paused' } } }));
const KINDS = { offer: IDS.shared, buyer: IDS.buyer, campaign: IDS.campaign } as const;
type Kind = keyof typeof KINDS;

/** What is found of a lead, where this was paused from minute 10 to 20. */
function found(kind: Kind, lead: Partial<LeadRecord>, document: CatalogueDocument = ACTIVE): string[] {
  const pause = timedPause({ kind, entry_id: KINDS[kind], from: at(10), until: at(20) });
  const versions = [
    { at: at(0), catalogue: compileCatalogue(ACTIVE, 1) },
    { at: at(10), catalogue: compileCatalogue(withChanges(document, [pause]), 1) },
    { at: at(20), catalogue: compileCatalogue(document, 1) },
  ];
  return violationsOf({
    leads: [testLead(lead)],
    ...{ searches: [], claims: [], catalogueVersions: versions, now: at(30), settled: true },
  })
    .filter(({ invariant }) => ['held-in-pause', 'waits-out-pause'].includes(invariant))
    .map(({ invariant, detail }) => `${invariant}: ${detail}`);
}

const sentAt = (time: Date, outcome: 'accepted' | 'unknown' | 'never_sent' = 'accepted') => ({
  attempts: [testAttempt({ at: time, outcome })],
});
const refused = (why: string, received_at: Date, time: Date): Partial<LeadRecord> => ({
  ...{ state: 'rejected', received_at },
  decision: {
    ...{ code: 'OFFER_UNAVAILABLE', at: time, source: 'service' },
    refusal: { check: 'active', code: 'OFFER_UNAVAILABLE', why },
  },
});
const WHY = { offer: 'offer_paused', buyer: 'buyer_paused', campaign: 'campaign_inactive' } as const;

describe('what a timed pause holds', () => {
  for (const kind of Object.keys(KINDS) as Kind[]) {
    it(`of the ${kind}: no request leaves in it`, () => {
      const left = [`held-in-pause: attempt 1 left while its ${kind} was paused`];
      for (const time of [at(10, 16), at(15), at(19, 49)])
        expect(found(kind, sentAt(time))).to.deep.equal(left);
      expect(found(kind, sentAt(at(15), 'unknown'))).to.deep.equal(left);
      expect(found(kind, sentAt(at(15), 'never_sent'))).to.deep.equal([]);
      // A process may not know it yet, and clocks differ.
      for (const time of [at(9), at(10, 14), at(19, 51), at(20), at(25)])
        expect(found(kind, sentAt(time))).to.deep.equal([]);
    });

    it(`of the ${kind}: it rejects no lead of before`, () => {
      const lost = `waits-out-pause: rejected (${WHY[kind]}) by a pause that began after it was received`;
      expect(found(kind, refused(WHY[kind], at(9), at(15)))).to.deep.equal([lost]);
      expect(found(kind, refused(WHY[kind], at(12), at(15)))).to.deep.equal([]);
      expect(found(kind, refused(WHY[kind], at(9), at(25)))).to.deep.equal([]);
    });
  }

  it('a pause without an end rejects them', () => {
    expect(found('offer', refused('offer_paused', at(9), at(15)), ENDLESS)).to.deep.equal([]);
  });
});
