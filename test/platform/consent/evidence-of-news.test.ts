import { testAttempt, testSentTo } from '../../support/records.js';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { keepDecided } from '../../../src/app/consent/keep-evidence.js';
import { evidenceOf } from '../../../src/core/consent/evidence.js';
import type { Attempt, LeadRecord } from '../../../src/core/lead/lead-record.js';
import type { StoredResult } from '../../../src/core/search/search-record.js';
import { createConsentStore } from '../../../src/platform/mongo/consent/consent-store.js';
import { createNewsStore } from '../../../src/platform/mongo/news/news-store.js';
import { sealerOf } from '../../../src/platform/mongo/sealing/keyed-sealer.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../../src/platform/mongo/stores/search-store.js';
import { migratedServices } from '../../support/services.js';
import { aLead, aSearch, minute } from '../../support/stored-records.js';

const NEWS = { kind: 'news', what: 'decided', since: minute(2), submission: 1, state: 'accepted' } as const;
const ATTEMPTS: readonly Attempt[] = [
  testAttempt({
    number: 1,
    submission: 1,
    at: minute(0),
    timeout_ms: 1_000,
    outcome: 'never_sent',
    sent_to: testSentTo('b1'),
  }),
  testAttempt({
    number: 2,
    submission: 1,
    at: minute(1),
    timeout_ms: 1_000,
    outcome: 'accepted',
    sent_to: testSentTo('b2'),
  }),
];
const resultOf = (id: string): StoredResult => ({
  ...{ id, run: 1, offer_id: 'offer-1', campaign_id: 'campaign-1', priority: 1 },
  terms: {
    ...{ payout_cents: 900, tcpa_text: 'I agree', expires_at: minute(60) },
    ...{ programs: [], form_fields: [] },
  } as unknown as StoredResult['terms'],
});
const OWN = resultOf('result-1');
const SEARCH = {
  results: [resultOf('result-0'), OWN],
  partners: [
    { offer_id: 'offer-9', run: 1, state: 'answered', asked_at: minute(0) },
    { offer_id: 'offer-8', run: 1, state: 'failed', asked_at: minute(0), unsent: true },
    { offer_id: 'offer-7', run: 2, state: 'asked', asked_at: minute(0) },
  ],
} as const;

describe('what is read of a lead for its news', () => {
  const services = migratedServices();
  let connection: Connection;
  before(async () => {
    connection = await services.migrated();
  });
  afterEach(() => connection.collection('leads').deleteMany({}));
  after(() => services.close());

  async function decided(over: Partial<LeadRecord> = {}): Promise<LeadRecord> {
    const search = aSearch(SEARCH);
    await createSearchStore(connection).insert(search);
    const lead = aLead({
      ...{ state: 'accepted', form: 'A', search_id: search.id, result_id: OWN.id, terms: OWN.terms },
      ...{
        search_run: 1,
        program_id: 'p1',
        attempts: ATTEMPTS,
        decision: { code: 'ACCEPTED', at: minute(2), source: 'buyer' },
      },
      ...{ revision: 1, pending_effects: [NEWS], ...over },
    });
    await createLeadStore(connection).insert(lead);
    return lead;
  }
  const consents = () => createConsentStore(connection);
  async function keep(lose: (lead: LeadRecord) => Promise<void>, lead: LeadRecord): Promise<number> {
    const owing = await createNewsStore(connection).pending(10);
    await lose(lead);
    const ports = { leads: createLeadStore(connection), searches: createSearchStore(connection) };
    const sealer = sealerOf(connection);
    await keepDecided({ ...ports, consents: consents(), sealer, clock: () => minute(3) }, owing);
    return (await consents().ofLead(lead.id)).length;
  }

  it('makes the same evidence as the whole lead', async () => {
    const { id, search_id = '' } = await decided();
    const [owing] = await createNewsStore(connection).pending(10);
    const whole = await createLeadStore(connection).read(id);
    const asked = (await createSearchStore(connection).partnersOf([search_id, 'nobody'])).get(search_id);
    const evidence = evidenceOf(whole!, SEARCH.partners);
    expect(JSON.stringify(evidenceOf(owing!, asked ?? []))).to.equal(JSON.stringify(evidence));
    expect(evidence.text_asked_for).to.equal('I agree');
    expect(evidence.partners).to.deep.equal([{ offer_id: 'offer-9', at: minute(0) }]);
    expect(evidence.recipients.map(({ buyer_id }) => buyer_id)).to.deep.equal(['b2']);
  });

  it('is of a lead that never left, too, and keeps nothing then', async () => {
    expect(await keep(() => Promise.resolve(), await decided({ attempts: [] }))).to.equal(0);
  });

  it('keeps evidence of the submission that was decided, not of the next one', async () => {
    expect(await keep(() => Promise.resolve(), await decided())).to.equal(1);
    expect(await keep(() => Promise.resolve(), await decided({ submission: 2 }))).to.equal(0);
  });

  it('names no buyer of an earlier submission, and keeps nothing if the newest one never left', async () => {
    const earlier = [{ ...ATTEMPTS[0]!, outcome: 'retry' as const }];
    const pending_effects = [{ ...NEWS, submission: 2 }];
    expect(
      await keep(
        () => Promise.resolve(),
        await decided({ submission: 2, pending_effects, attempts: earlier }),
      ),
    ).to.equal(0);
    const own = { ...earlier[0]!, ...{ number: 2, submission: 2, sent_to: testSentTo('b9') } } as const;
    await decided({ submission: 2, pending_effects, attempts: [...earlier, own] });
    for (const lead of await createNewsStore(connection).pending(10))
      expect(evidenceOf(lead, []).recipients.map(({ buyer_id }) => buyer_id)).to.deep.equal(
        lead.attempts.length === 1 ? [] : ['b9'],
      );
  });

  it('keeps nothing of a person who was removed since', async () => {
    const forget = async ({ id }: LeadRecord): Promise<void> => {
      const forgotten = { at: minute(3), why: 'erasure' };
      await connection.collection('leads').updateOne({ _id: id as never }, { $set: { forgotten } });
    };
    expect(await keep(forget, await decided())).to.equal(0);
  });

  it('of a search has the one result that a submit names', async () => {
    const { search_id = '' } = await decided();
    const searches = createSearchStore(connection);
    const found = await searches.readSubmitted(search_id, OWN.id);
    expect([found?.result, found?.lead.personal]).to.deep.equal([OWN, aSearch().lead.personal]);
    expect(found).to.not.have.property('results');
    expect((await searches.readSubmitted(search_id, 'of another'))?.result).to.equal(undefined);
    expect(await searches.readSubmitted('nobody', OWN.id)).to.equal(null);
  });
});
