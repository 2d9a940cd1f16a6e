import { expect } from 'chai';
import { IDS } from '../support/catalogue.js';
import { newPerson, PATHS, searchBody, startApi, type Answered, type TestApi } from '../support/api.js';
import { expectAnswer } from '../support/envelope.js';
import { storedSearch } from '../support/stored-search.js';
import { until } from '../support/until.js';

const NOT_UUIDS = ['x', '1', IDS.campaign.slice(1), `${IDS.campaign}0`, `{${IDS.campaign}}`, 5, true, {}, []];
const NOT_FLAGS = ['true', 'false', 'yes', 1, 0, {}, []];
const NOT_TEXTS = [5, 0, true, false, {}, [], ['x']];

/**
 * The body of a search, with `svc_lead_id` (docs/contract/search.md#searching-again); lead and tracking have their
 * own files.
 */
const BODY: Readonly<
  Record<
    string,
    {
      readonly required?: true;
      readonly good: readonly unknown[];
      readonly bad: readonly unknown[];
      readonly expected: string;
    }
  >
> = {
  svc_campaign_id: {
    required: true,
    good: [IDS.campaign, IDS.campaign.toUpperCase(), ` ${IDS.campaign} `],
    bad: NOT_UUIDS,
    expected: 'a UUID',
  },
  svc_affiliate_id: {
    required: true,
    good: [IDS.affiliate, IDS.affiliate.toUpperCase()],
    bad: NOT_UUIDS,
    expected: 'a UUID',
  },
  tcpa_consent: { good: [true, false], bad: NOT_FLAGS, expected: 'true or false' },
  consent_cert_url: { good: ['https://cert.example/1', 'any text'], bad: NOT_TEXTS, expected: 'text' },
  universal_lead_ref: { good: ['ABC-1'], bad: NOT_TEXTS, expected: 'text' },
  svc_is_test_lead: { good: [true, false], bad: NOT_FLAGS, expected: 'true or false' },
  svc_lead_id: { good: [], bad: NOT_UUIDS, expected: 'a UUID' },
};

describe('contract: the request of a search', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi({ searchWaitMs: 0 });
  });
  after(() => api.close());

  const search = (over: object): Promise<Answered> => api.post(PATHS.search, searchBody(over));
  const stored = async (over: object) => {
    const { status, body } = await search(over);
    expect(status, JSON.stringify(over)).to.equal(200);
    return api.platform.searches.read(body.svc_lead_id);
  };

  for (const [name, { required, good, bad, expected }] of Object.entries(BODY)) {
    it(`${name}: ${good.length} good values, ${bad.length} bad ones`, async () => {
      for (const value of good) await stored({ [name]: value });
      for (const value of bad) {
        const answer = await search({ [name]: value });
        expectAnswer(answer, { http: 400, code: 'INVALID_FIELD', field: name });
        expect(answer.body['message'], JSON.stringify(value)).to.equal(`${name} must be ${expected}.`);
      }
    });
    it(`${name}: ${required ? 'required' : 'optional'}; null, empty and blank are not sent`, async () => {
      for (const value of [undefined, null, '', '  '])
        if (required)
          expectAnswer(await search({ [name]: value }), {
            http: 400,
            code: 'REQUIRED_FIELD_MISSING',
            field: name,
          });
        else await stored({ [name]: value });
    });
  }

  it('keeps consent and certificates with the search, trimmed; what was not sent is not there', async () => {
    const consent = {
      tcpa_consent: false,
      consent_cert_url: 'https://cert.example/1',
      universal_lead_ref: 'R-1',
    };
    expect((await stored({ ...consent, universal_lead_ref: ' R-1 ' }))?.consent).to.deep.equal(consent);
    expect((await stored({ tcpa_consent: null, consent_cert_url: ' ' }))?.consent).to.deep.equal({});
    const two = await search({ consent_cert_url: 'https://cert.example/1,https://cert.example/2' });
    expect([two.status, two.body.field, two.body['message']]).to.deep.equal([
      ...[400, 'consent_cert_url', 'consent_cert_url must be the address of one certificate.'],
    ]);
  });

  it('svc_is_test_lead and a test key make a test search', async () => {
    expect((await stored({ svc_is_test_lead: true }))?.is_test).to.equal(true);
    expect((await stored({ svc_is_test_lead: false }))?.is_test).to.equal(false);
    expect((await stored({}))?.is_test).to.equal(false);
    const key = await api.issueKey({ is_test: true });
    const { body } = await api.post(PATHS.search, searchBody({ svc_is_test_lead: false }), { key });
    expect((await api.platform.searches.read(body.svc_lead_id))?.is_test).to.equal(true);
  });

  it('extra keys are taken and kept, a submit’s own among them', async () => {
    const extra = { note: 'x', deep: { a: [1] }, program_id: 5, consent_button_label: 7, svc_offer_id: 'x' };
    expect((await stored(extra))?.extra).to.deep.equal(extra);
  });

  it('stores the search before it is run, its identities as hashes only', async () => {
    const lead = newPerson();
    const answer = await search({ lead });
    expectAnswer(answer, { http: 200, code: 'OK', reason: 'Search is still running' });
    expect(answer.body).to.deep.include({ processing_done: false, poll_after_ms: 1_000, offers: [] });
    const kept = await api.platform.searches.read(answer.body.svc_lead_id);
    expect(kept).to.deep.include({ state: 'new', run: 1, lead, request_id: answer.body.request_id });
    expect(kept?.identities.map(({ kind }) => kind)).to.deep.equal(['email', 'phone']);
    expect(JSON.stringify(kept?.identities)).to.not.contain(lead.personal.phone);
    expect(kept?.due_at?.getTime()).to.be.above(kept?.created_at.getTime() ?? 0);
  });

  it('answers as soon as the direct offers are evaluated, and waits no longer than the setting', async () => {
    const settings = api.platform.settings as { searchWaitMs: number };
    settings.searchWaitMs = 3_600_000;
    try {
      const waiting = async () => (await api.platform.queues.depth()).search.waiting;
      const before = await waiting();
      let isAnswered = false;
      const answer = search({ external_id: 'woken' }).finally(() => (isAnswered = true));
      const searches = api.connection.collection<{ _id: string }>('searches');
      const mine = () => searches.findOne({ external_id: 'woken' });
      await until(async () => (await mine()) !== null, 'the search is stored');
      const id = (await mine())?._id ?? '';
      await until(async () => (await waiting()) > before, 'it is waited for');
      settings.searchWaitMs = 50;
      expect((await search({})).body).to.include({ processing_done: false });
      expect(isAnswered).to.equal(false);
      await searches.updateOne({ _id: id }, { $set: { state: 'done' }, $unset: { due_at: 1 } });
      await api.platform.wake.wake(api.processId, id);
      expect((await answer).body).to.include({ processing_done: true, svc_lead_id: id });
    } finally {
      settings.searchWaitMs = 0;
    }
  });

  it('a search that a lead was reserved from is not run again', async () => {
    const slot = {
      lead: 'l',
      submission: 1,
      offer_id: IDS.shared,
      offer_type: 'shared',
      state: 'reserved',
    } as const;
    const reserved = storedSearch({ slots: [slot] });
    await api.storeSearch(reserved);
    expectAnswer(await search({ svc_lead_id: reserved.id }), {
      http: 403,
      code: 'FORBIDDEN',
      reason: 'Lead already submitted',
      field: 'svc_lead_id',
    });
  });
});
