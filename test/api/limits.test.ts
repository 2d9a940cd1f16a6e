import { expect } from 'chai';
import { PATHS, startApi, type TestApi } from '../support/api.js';

const UNKNOWN = '00000000-0000-4000-8000-00000000ffff';

describe('api: limits', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi({ wrongKeysPerMinute: 60, wrongKeysBurst: 3 });
  });
  after(() => api.close());

  it('lets a burst through, then answers 429 with the seconds to wait', async () => {
    const key = await api.issueKey({ limits: { results: { per_minute: 6, burst: 2 } } });
    const call = () => api.get(`${PATHS.results}/${UNKNOWN}`, { key });
    expect([(await call()).status, (await call()).status]).to.deep.equal([404, 404]);
    const { status, body, headers } = await call();
    expect(status).to.equal(429);
    expect(body).to.include({ code: 'RATE_LIMITED', status: 'rejected', success: false, retryable: true });
    expect(Number(body['retry_after_seconds'])).to.be.within(9, 10);
    expect(headers['retry-after']).to.equal(String(body['retry_after_seconds']));
  });

  it('counts each key and operation by itself, and reading a lead as results', async () => {
    const limits = { results: { per_minute: 1, burst: 1 }, dupe_check: { per_minute: 1, burst: 1 } };
    const key = await api.issueKey({ limits });
    expect((await api.get(`${PATHS.leads}/${UNKNOWN}`, { key })).status).to.equal(404);
    expect((await api.get(`${PATHS.results}/${UNKNOWN}`, { key })).status).to.equal(429);
    expect((await api.post(PATHS.dupeCheck, {}, { key })).status).to.equal(400);
    const other = await api.issueKey({ limits });
    expect((await api.get(`${PATHS.results}/${UNKNOWN}`, { key: other })).status).to.equal(404);
  });

  it('counts calls that are then refused for their method or body', async () => {
    const key = await api.issueKey({ limits: { search: { per_minute: 1, burst: 2 } } });
    expect((await api.get(PATHS.search, { key })).status).to.equal(405);
    expect((await api.post(PATHS.search, {}, { key })).status).to.equal(400);
    expect((await api.post(PATHS.search, {}, { key })).status).to.equal(429);
  });

  it('limits wrong keys for each address, and never those it knows', async () => {
    const call = (key: string) => api.get(`${PATHS.results}/${UNKNOWN}`, { key });
    expect((await call(api.key)).status).to.equal(404);
    for (let i = 0; i < 3; i += 1) expect((await call(`wrong-${i}`)).status).to.equal(401);
    const refused = await call('wrong-again');
    expect(refused.status).to.equal(429);
    expect(Number(refused.body['retry_after_seconds'])).to.be.within(1, 3);
    expect((await call(await api.issueKey())).status, 'not looked up').to.equal(429);
    expect((await call(api.key)).status).to.equal(404);
  });
});
