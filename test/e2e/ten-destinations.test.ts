import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { readFile } from '../../sandbox/file/read-file.js';
import { demoCatalogue } from '../../scripts/processes/start-sandbox.js';
import { derivedId } from '../../src/platform/catalogue-files/defaults.js';
import { openSandbox, type OpenSandbox } from '../sandbox/open-sandbox.js';
import { newPerson, PATHS, startApi, type AnswerBody, type TestApi } from '../support/api.js';
import { applyText } from '../support/applied-catalogue.js';
import { answered } from '../support/careful.js';
import { until } from '../support/until.js';
import { startSweeper, startWorkers, type TestWorkers } from '../support/workers.js';

const CATALOGUE = 'examples/ten-destinations.yaml';
const OWNER = {
  svc_affiliate_id: derivedId('affiliate', 'northwind'),
  svc_campaign_id: derivedId('campaign', 'northwind-edu'),
};
/** Who is played, by the offer that goes there; the content type that reaches them, and a field that does. */
const SENT: Readonly<Record<string, readonly [party: string, type: string, body: (one: Sent) => object]>> = {
  'json-nested': [
    'aspen',
    'application/json',
    ({ email, phone, last, id }) => ({
      applicant: { name: { first: 'Ann', last }, contact: { email, phone: `+1${phone}` } },
      interest: { program: 'NUR-100' },
      consent: { given: true, text: 'By clicking Send I agree that Aspen College may call me.' },
      external_id: id,
    }),
  ],
  'form-post': [
    'birch',
    'application/x-www-form-urlencoded',
    ({ email, phone, last, id }) => ({
      fname: 'Ann',
      lname: last,
      email,
      phone1: phone.replace(/^(...)(...)/, '$1-$2-'),
      src: 'northwind',
      lead_id: id,
    }),
  ],
  xml: [
    'cedar',
    'xml',
    ({ email, phone, last, id }) => ({
      LeadImport: {
        '@version': '2',
        Lead: { '@ref': id, FirstName: 'Ann', LastName: last, Email: email, Phone: phone },
      },
    }),
  ],
  'xml-in-a-field': [
    'dogwood',
    'application/x-www-form-urlencoded',
    ({ email, last, id }) => ({
      client: 'leadkeep',
      xmlDoc: `<Lead id="${id}"><First>Ann</First><Last>${last}</Last><Email>${email}</Email></Lead>`,
    }),
  ],
  'flat-json': [
    'elm',
    'application/json',
    ({ email, phone, last, id }) => ({
      ...{ first_name: 'Ann', last_name: last, email, phone, lead_id: id },
    }),
  ],
  'no-content': [
    'fir',
    'application/json',
    ({ email, last, id }) => ({ id, surname: last, given: 'Ann', email }),
  ],
  'plain-text': [
    'ginkgo',
    'application/x-www-form-urlencoded',
    ({ email, phone, last }) => ({ last_name: last, email, phone }),
  ],
  'asked-later': [
    'hazel',
    'application/json',
    ({ email, last, id }) => ({ student: { last, email }, ref: id }),
  ],
  'calls-back': ['ironwood', 'application/json', ({ email, last }) => ({ person: { last, email } })],
  'three-steps': ['juniper', 'application/json', () => ({ course: 'para-aas' })],
};

interface Sent {
  readonly id: string;
  readonly email: string;
  readonly phone: string;
  readonly last: string;
}
interface Offered {
  readonly svc_result_id: string;
  readonly offer: { readonly id: string };
}
interface Decision {
  readonly offer: string;
  readonly svc_lead_id: string;
  readonly code: string;
  readonly reason: string;
}

describe(`e2e: ${CATALOGUE}, against the sandbox that plays them`, () => {
  const closing: (() => unknown)[] = [];
  let sandbox: OpenSandbox;
  let api: TestApi;
  let workers: TestWorkers;
  let key: string;

  before(async () => {
    process.env['LEADKEEP_SECRET_SANDBOX_TOKEN'] = 'for the sandbox';
    process.env['LEADKEEP_SECRET_SANDBOX_HMAC'] = 'that both sides have';
    closing.push(() => {
      delete process.env['LEADKEEP_SECRET_SANDBOX_TOKEN'];
      delete process.env['LEADKEEP_SECRET_SANDBOX_HMAC'];
    });
    sandbox = await openSandbox(readFile('examples/sandbox/ten-destinations.yaml'), 'real');
    closing.push(() => sandbox.close());
    const { catalogue, apply } = applyText(demoCatalogue(sandbox.url, CATALOGUE));
    const settings = { searchWaitMs: 8_000, submitWaitMs: 8_000, outboundAllow: ['127.0.0.0/8'] };
    api = await startApi(settings, catalogue);
    closing.push(() => api.close());
    await apply(api.connection);
    // Its port is known by now.
    workers = await startWorkers({ ...api.platform.settings, publicUrl: api.url });
    closing.push(() => workers.close());
    const sweeper = startSweeper(workers);
    closing.push(() => sweeper.drain());
    key = await api.issueKey({ affiliate_id: OWNER.svc_affiliate_id });
  });
  after(async () => {
    for (const close of closing.reverse()) await close();
  });

  it('needs no party that the sandbox does not play', () => {
    const called = [...readFileSync(CATALOGUE, 'utf8').matchAll(/4810\/\w+\/([a-z]+)/g)].map(
      ([, name]) => name,
    );
    const played = readFile('examples/sandbox/ten-destinations.yaml').parties.map(({ handle }) => handle);
    expect([...new Set(called)].sort()).to.deep.equal(played.sort());
    expect(played).to.have.length(10);
  });

  for (const [last, code] of [
    ['Lee', 'ACCEPTED'],
    ['Reject', 'BUYER_REJECTED'],
    ['Duplicate', 'DUPLICATE'],
  ] as const)
    it(`ten leads of ${last}: ${code}, as each of the ten says it`, async () => {
      const person = newPerson();
      const { email, phone } = person.personal;
      const lead = { ...person, personal: { ...person.personal, last_name: last } };
      const searchId = await search(lead);
      const offers = await results(searchId);
      expect(offers).to.have.length(10);
      const submitted = await Promise.all(offers.map((offer) => submit(searchId, offer)));
      const decisions = await Promise.all(submitted.map(decided));
      expect(Object.fromEntries(decisions.map((one) => [one.offer, one.code]))).to.deep.equal(
        Object.fromEntries(Object.keys(SENT).map((offer) => [offer, code])),
      );
      if (code === 'BUYER_REJECTED')
        for (const { offer, reason } of decisions) expect(reason, offer).to.match(/area - Client$/);

      const received = (await sandbox.received()).filter(({ what }) => what === 'lead');
      for (const { offer, svc_lead_id: id } of decisions) {
        const [party, type, body] = SENT[offer]!;
        const mine = received.filter(({ idempotency_key }) => idempotency_key === id);
        expect(mine, offer).to.have.length(1);
        expect(mine[0]).to.include({ party, taken: code === 'ACCEPTED' });
        expect((mine[0]!['headers'] as Record<string, string>)['content-type'], offer).to.contain(type);
        expect(mine[0]!['body'], offer).to.deep.include(body({ id, email, phone, last }));
      }
    });

  it('asked the partner in three steps, and told it no name before the last', async () => {
    const juniper = (await sandbox.received()).filter(({ party }) => party === 'juniper');
    const [asked] = juniper.filter(({ what }) => what === 'search');
    expect(asked?.['body']).to.deep.equal({ where: { zip: '53703' } });
    const [sold] = juniper.filter(({ what }) => what === 'lead');
    expect((sold!['body'] as { quote: string }).quote).to.equal(`Q-${String(asked?.['n'])}`);
    const polls = juniper.filter(
      ({ what, reference }) => what === 'follow-up' && reference === sold?.['reference'],
    );
    expect(polls.at(-1)).to.include({ answer: 'accepted' });
  });

  it('was called back once, and signed', async () => {
    const heard = async () =>
      (await sandbox.received()).filter(
        // It calls again after a 503.
        ({ what, status }) => what === 'callback' && Number(status) !== 503,
      );
    await until(async () => (await heard()).length > 0, 'it called back');
    const calls = await heard();
    expect(calls.map(({ party, status, answer }) => [party, status, answer])).to.deep.equal([
      ['ironwood', 200, 'accepted, called back'],
    ]);
  });

  async function search(lead: object): Promise<string> {
    const sent = { ...OWNER, lead, tracking: { ip_address: '203.0.113.7' } };
    const { body } = await answered(() => api.post(PATHS.search, sent, { key }));
    expect(body.code, JSON.stringify(body)).to.equal('OK');
    return body.svc_lead_id;
  }

  async function results(searchId: string): Promise<readonly Offered[]> {
    let offers: readonly Offered[] = [];
    await until(async () => {
      const { body } = await answered(() => api.get(`${PATHS.results}/${searchId}`, { key }));
      offers = body.offers as unknown as Offered[];
      return body['processing_done'] === true;
    }, 'the search is done');
    return offers;
  }

  /** Like a careful client: what was UNAVAILABLE is sent again with the same Idempotency-Key. */
  async function submit(search_lead_id: string, { svc_result_id, offer }: Offered): Promise<Decision> {
    const named = Object.keys(SENT).find((handle) => derivedId('offer', handle) === offer.id) ?? offer.id;
    const program = { 'json-nested': 'bsn', 'three-steps': 'para-aas' }[named];
    const sent = {
      ...{ ...OWNER, svc_result_id, search_lead_id, tcpa_consent: true },
      ...(program ? { program_id: program } : {}),
    };
    const headers = { 'idempotency-key': svc_result_id };
    return decisionOf(named, (await answered(() => api.post(PATHS.leads, sent, { key, headers }))).body);
  }

  async function decided(first: Decision): Promise<Decision> {
    let now = first;
    await until(async () => {
      if (now.code !== 'PENDING') return true;
      const { body } = await api.get(`${PATHS.leads}/${first.svc_lead_id}`, { key });
      if (body.code !== 'UNAVAILABLE') now = decisionOf(first.offer, body);
      return false;
    }, `${first.offer} is decided`);
    return now;
  }
});

const decisionOf = (offer: string, { svc_lead_id, code, reason }: AnswerBody): Decision => ({
  ...{ offer, svc_lead_id, code, reason, source: 'service' },
});
