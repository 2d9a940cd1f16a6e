import { expect } from 'chai';
import type { Catalogue } from '../../../src/core/catalogue/types.js';
import type { DeliveryResult } from '../../../src/core/delivery/delivery-result.js';
import type { Fallback } from '../../../src/core/fallback/fallback.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import type { Suppression } from '../../../src/core/suppression/suppression.js';
import { suppressionRefusal } from '../../../src/app/submit/check-suppression.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { subjectOf } from '../../../src/core/checks/index.js';
import { IDS, testAffiliate, testCampaign, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead } from '../../support/records.js';

const HOUR = 3_600_000;
const OTHER = { id: 'a0000000-0000-4000-8000-00000000000b', handle: 'southwind' };
const AGAIN: DeliveryResult = { kind: 'answered', status: 429, answer: { outcome: 'retry' } };
const UNKNOWN: DeliveryResult = { kind: 'unknown', detail: 'a time-out' };
const PENDING: DeliveryResult = {
  kind: 'answered',
  status: 202,
  answer: { outcome: 'pending', reference: 'r' },
};
const { delivery } = testCatalogue().offers.get(IDS.shared)!;
const follow_up = { url: 'https://status.example/leads/${reference}', every_ms: 1_000, for_ms: HOUR };
const offers = { [IDS.shared]: { delivery: { ...delivery, idempotent: true, follow_up } } };
const campaign = { allow_fallbacks: true };

const OWN = testCatalogue({ offers, campaign, version: 1 });
/** The campaign has gone to another affiliate, which earns more. */
const TAKEN = testCatalogue({
  ...{ offers, campaign, affiliate: OTHER, version: 2 },
  ...{ lines: { [IDS.shared]: { payout_cents: 7_700 } }, moreAffiliates: [testAffiliate()] },
});

/** Ann's lead. `take` gives its campaign to the other affiliate. */
function waiting(over: Partial<LeadRecord> = {}) {
  const work = fakeWork(OWN);
  let current: Catalogue = OWN;
  work.ports.catalogue = { current: () => current };
  const lead = testLead(over);
  work.leads.all.set(lead.id, lead);
  const now = (): LeadRecord => work.leads.all.get(lead.id)!;
  const run = () => runSubmit(work.ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
  const runLater = async (): Promise<void> => {
    work.pass(now().due_at!.getTime() - work.ports.clock().getTime());
    await run();
  };
  const held = async () => (await work.claims.owners(['key-email-ann'])).length;
  return { ...work, lead, now, run, runLater, held, take: (next = TAKEN) => void (current = next) };
}

const TAKEN_REFUSAL = { check: 'active', code: 'OFFER_UNAVAILABLE', why: 'campaign_reassigned' };

describe('a lead whose campaign went to another affiliate', () => {
  it('is refused before anything leaves or is kept, and earns nobody anything', async () => {
    const { take, run, now, sent, held } = waiting();
    take();
    await run();
    expect(now().decision).to.deep.include({ code: 'OFFER_UNAVAILABLE', source: 'service' });
    expect(now().decision!.refusal).to.deep.equal(TAKEN_REFUSAL);
    expect(now().pending_effects.map(({ kind }) => kind)).to.not.include('entry');
    expect([sent, await held()]).to.deep.equal([[], 0]);
  });

  it('is refused if it was to be sent again, and gives back what it holds', async () => {
    const { take, run, runLater, now, sent, held, answers } = waiting();
    answers.deliver.push(AGAIN);
    await run();
    expect([now().state, await held()]).to.deep.equal(['waiting', 1]);
    take();
    await runLater();
    expect(now().decision?.refusal?.why).to.equal('campaign_reassigned');
    expect([sent.length, await held()]).to.deep.equal([1, 0]);
  });

  it('is not tried elsewhere: the other offers of the campaign are not its affiliate’s either', async () => {
    const next: Fallback = {
      ...{ lead_id: 'second', offer_id: IDS.trueExclusive, buyer_id: IDS.buyer, answers: {} },
      ...{ data_hash: 'h', consent: testLead().consent, reply_to: 'web-7' },
    };
    const { take, run, now, jobs } = waiting({ form: 'B', fallbacks: [next] });
    const paused = { [IDS.shared]: { status: 'paused' } } as const;
    take(testCatalogue({ campaign, affiliate: OTHER, offers: paused }));
    await run();
    expect(now().decision?.refusal?.why).to.equal('offer_paused');
    expect(now()).to.not.have.property('next_fallback');
    expect(jobs.submit).to.deep.equal([]);
  });

  it('keeps its claims if its buyer may have it, and is not repeated for the other affiliate', async () => {
    const { take, run, runLater, now, sent, held, answers } = waiting();
    answers.deliver.push(UNKNOWN);
    await run();
    take();
    await runLater();
    expect(now().waiting).to.deep.include({ why: 'refused', by: 'campaign_reassigned' });
    expect([sent.length, await held()]).to.deep.equal([1, 1]);
  });

  it('earns its affiliate what was stored with its attempt, however late its buyer takes it', async () => {
    const { take, run, runLater, now, answers } = waiting();
    answers.deliver.push(PENDING);
    await run();
    take();
    await runLater();
    expect(now().state).to.equal('accepted');
    expect(now().decision).to.deep.include({ payout_cents: 2_000 });
    expect(now().affiliate_id).to.equal(IDS.affiliate);
  });

  it('is looked for on the suppression list as a lead of its own affiliate', async () => {
    const { lead, ports } = waiting();
    const asked: string[] = [];
    const find = (_: unknown, { affiliate_id }: { affiliate_id: string }) => {
      asked.push(affiliate_id);
      return Promise.resolve([FOR_ITS_AFFILIATE]);
    };
    const subject = subjectOf(lead, TAKEN, ports.geo, ports.clock());
    const taken = TAKEN.campaigns.get(IDS.campaign) ?? testCampaign();
    const candidate = {
      ...{ lead, subject, campaign: taken, campaign_offer: taken.offers.get(IDS.shared)! },
      ...{ catalogue: TAKEN, send_at: ports.clock() },
    };
    const refusal = await suppressionRefusal({ suppressions: { find } }, candidate);
    expect([asked, refusal?.why]).to.deep.equal([[IDS.affiliate], 'suppressed']);
  });
});

const FOR_ITS_AFFILIATE: Suppression = {
  ...{ id: 'key-email-ann', kind: 'email', scope: { of: 'affiliate', party_id: IDS.affiliate } },
  ...{ reason: 'Asked to stop', source: 'desk', added_at: new Date(0), added_by: 'ann' },
};
