import { expect } from 'chai';
import { runSubmit } from '../../../src/app/submit/run.js';
import type { ToForget } from '../../../src/core/lead/forgotten.js';
import type { AttemptOutcome, LeadRecord } from '../../../src/core/lead/lead-record.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { effectsOf } from '../../../src/core/lead/pending-effect.js';
import { testLead, testAttempt } from '../../support/records.js';

const AT = new Date('2026-12-21T17:00:00Z');
const ERASURE: ToForget = { at: AT, no_evidence: false };
const RETENTION: ToForget = { ...ERASURE, why: 'retention' };

/** A lead that is due again after an attempt, or was never tried. */
async function run(forget: ToForget | undefined, outcome?: AttemptOutcome, over: Partial<LeadRecord> = {}) {
  const work = fakeWork(testCatalogue({ campaign: { allow_fallbacks: true } }));
  const at = new Date('2026-11-21T16:00:00Z');
  const lead = testLead({
    ...(outcome ? { state: 'waiting', attempts: [testAttempt({ at, outcome })] } : { state: 'queued' }),
    ...(forget && { forget }),
    ...over,
  });
  work.leads.all.set(lead.id, lead);
  await runSubmit(
    work.ports,
    { lead_id: lead.id, submission: 1, request_id: 'r', reply_to: 'web-1' },
    !outcome,
  );
  return { ...work, after: work.leads.all.get(lead.id)! };
}

describe('a lead whose person was erased while its request was about to leave', () => {
  const rows: readonly (readonly [string, ToForget | undefined, AttemptOutcome | undefined, string])[] = [
    ['its request never left', ERASURE, 'never_sent', 'rejected'],
    ['it is the fallback of such a lead', ERASURE, undefined, 'rejected'],
    ['its buyer asked to try again', ERASURE, 'retry', 'rejected'],
    ['its buyer may have it, so an operator asks as before', ERASURE, 'unknown', 'unknown'],
    ['its person goes only because it is old', RETENTION, 'never_sent', 'accepted'],
    ['nobody erased it', undefined, 'never_sent', 'accepted'],
  ];
  for (const [what, forget, outcome, state] of rows)
    it(`${state}: ${what}`, async () => {
      const { after, claims } = await run(forget, outcome);
      expect(after.state).to.equal(state);
      expect(after.decision?.refusal?.check).to.equal(state === 'rejected' ? 'erasure' : undefined);
      expect(after.attempts.at(-1)?.outcome).to.equal(state === 'accepted' ? 'accepted' : outcome);
      if (state !== 'rejected') return;
      expect(await claims.owners(['key-email-ann'])).to.deep.equal([]);
      expect(effectsOf(after, 'reservations'), 'it gave back what it had').to.deep.equal([]);
    });

  it('falls back to no other offer', async () => {
    const { consent } = testLead();
    const fallbacks = [
      {
        lead_id: 'second',
        offer_id: IDS.trueExclusive,
        buyer_id: IDS.buyer,
        answers: {},
        data_hash: 'h',
        consent,
      },
    ];
    for (const offer_id of [IDS.shared, 'retired']) {
      const { after, leads } = await run(ERASURE, 'never_sent', { form: 'B', fallbacks, offer_id });
      expect([after.state, after.next_fallback]).to.deep.equal(['rejected', undefined]);
      expect(await leads.read('second')).to.equal(null);
    }
  });
});
