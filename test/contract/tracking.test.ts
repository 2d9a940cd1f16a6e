import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  directBody,
  PATHS,
  resultBody,
  searchBody,
  startApi,
  type Answered,
  type TestApi,
} from '../support/api.js';
import { expectAnswer } from '../support/envelope.js';
import { storedSearch } from '../support/stored-search.js';
import { IP_ADDRESS, TRACKING_TEXTS } from './spec-tables.js';

const ip_address = '203.0.113.7';
const NOT_SENT = [null, '', '   '];

describe('contract: tracking', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi({ searchWaitMs: 0, submitWaitMs: 0 });
  });
  after(() => api.close());

  const search = (tracking: unknown): Promise<Answered> => api.post(PATHS.search, searchBody({ tracking }));
  const formA = (tracking: unknown): Promise<Answered> =>
    api.post(PATHS.leads, resultBody(randomUUID(), 'x', { tracking }));
  const formB = (tracking: unknown): Promise<Answered> => api.post(PATHS.leads, directBody({ tracking }));
  const REQUESTS = { search, 'form A': formA, 'form B': formB };
  const stored = async (tracking: object): Promise<unknown> => {
    const { status, body } = await search(tracking);
    expect(status, JSON.stringify(body)).to.equal(200);
    return (await api.platform.searches.read(body.svc_lead_id))?.tracking;
  };
  const expectInvalid = (answer: Answered, field: string, expected: string): void => {
    expectAnswer(answer, { http: 400, code: 'INVALID_FIELD', field });
    expect(answer.body['message']).to.equal(`${field} must be ${expected}.`);
  };
  /** The fields were good, and the next step found no such result. */
  const expectPassed = (answer: Answered): void => {
    expectAnswer(answer, {
      http: 404,
      code: 'NOT_FOUND',
      field: 'svc_result_id',
      error: 'search_result_not_found',
    });
  };

  for (const value of IP_ADDRESS.good)
    it(`ip_address ${String(value)} is taken`, async () => {
      expect(await stored({ ip_address: ` ${String(value)} ` })).to.deep.equal({ ip_address: value });
    });

  it('a lead keeps its subids readable and its click ids as keyed hashes, to be found by', async () => {
    const { body } = await formB({ ip_address, gclid: ' Abc ', click_id: 'Abc', subid3: 'spring' });
    const { tracking_keys } = (await api.platform.leads.read(body.svc_lead_id)) ?? {};
    expect(tracking_keys).to.have.length(2);
    expect(tracking_keys?.[0]).to.match(/^click:[0-9a-f]{64}$/);
    expect(tracking_keys?.[1]).to.equal('subid:spring');
  });

  for (const [name, request] of Object.entries(REQUESTS))
    it(`${name}: ${IP_ADDRESS.bad.length} values that are no public address`, async () => {
      for (const value of IP_ADDRESS.bad) {
        const answer = await request({ ip_address: value });
        expect([answer.status, answer.body.field], JSON.stringify(value)).to.deep.equal([
          400,
          'tracking.ip_address',
        ]);
        expectInvalid(answer, 'tracking.ip_address', IP_ADDRESS.expected);
      }
    });

  it('ip_address must be sent on search and form B; form A has it from the search', async () => {
    for (const value of NOT_SENT) {
      for (const request of [search, formB])
        expectAnswer(await request({ ip_address: value }), {
          http: 400,
          code: 'REQUIRED_FIELD_MISSING',
          field: 'tracking.ip_address',
        });
      expectPassed(await formA({ ip_address: value }));
    }
  });

  for (const name of TRACKING_TEXTS) {
    it(`${name}: text, trimmed, case kept; blank is not sent`, async () => {
      expect(await stored({ ip_address, [name]: '  Mixed Case/ä 5% ' })).to.deep.equal({
        ip_address,
        [name]: 'Mixed Case/ä 5%',
      });
      expect(await stored({ ip_address, [name]: ' ' })).to.deep.equal({ ip_address });
    });

    it(`${name}: no other type`, async () => {
      for (const value of [5, false, {}, ['x']])
        expectInvalid(await search({ ip_address, [name]: value }), `tracking.${name}`, 'text');
      expectInvalid(await formA({ [name]: 5 }), `tracking.${name}`, 'text');
      expectInvalid(await formB({ ip_address, [name]: 5 }), `tracking.${name}`, 'text');
    });
  }

  it('tracking must be sent on search and form B, and be an object wherever it is sent', async () => {
    for (const value of NOT_SENT) {
      for (const request of [search, formB])
        expectAnswer(await request(value), { http: 400, code: 'REQUIRED_FIELD_MISSING', field: 'tracking' });
      expectPassed(await formA(value));
    }
    for (const request of Object.values(REQUESTS))
      for (const value of ['8.8.8.8', 5, true, [], [{ ip_address }]])
        expectInvalid(await request(value), 'tracking', 'an object');
  });

  it('extra keys are kept as sent, also ones that differ from the table by case', async () => {
    const tracking = { ip_address, own: { a: [1, ' x '], gone: null }, GCLID: 5 };
    expect(await stored(tracking)).to.deep.equal({ ip_address, own: { a: [1, 'x'] }, GCLID: 5 });
  });

  it('form A: what is sent replaces the search’s, member by member', async () => {
    const found = storedSearch({ tracking: { ip_address, utm_source: 'news', gclid: 'a' } });
    await api.storeSearch(found);
    const tracking = { gclid: 'B', subid: '1', utm_source: null };
    const { body } = await api.post(
      PATHS.leads,
      resultBody(found.id, found.results[0]?.id ?? '', { tracking }),
    );
    const lead = await api.platform.leads.read(body.svc_lead_id);
    expect(lead?.tracking).to.deep.equal({ ip_address, utm_source: 'news', gclid: 'B', subid: '1' });
    expect(lead?.consent.ip_address).to.equal(ip_address);
  });
});
