import { expect } from 'chai';
import { openApi } from '../../src/api/open-api.js';
import { callApi, PATHS, searchBody, startApi, type TestApi } from '../support/api.js';

const UNKNOWN = '00000000-0000-4000-8000-00000000ffff';

describe('api: services away', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  it('answers what is stored when the queue fails after the record is stored', async () => {
    const fail = () => Promise.reject(new Error('Connection is closed'));
    const platform = { ...api.platform, queues: { ...api.platform.queues, search: fail } };
    const away = openApi(platform, 'web-no-queue');
    try {
      await away.ready;
      const { status, body } = await callApi(away.app, 'post', PATHS.search, {
        key: api.key,
        body: searchBody(),
      });
      expect(status).to.equal(200);
      expect(body).to.include({ processing_done: false, poll_after_ms: 1_000 });
      expect(await api.platform.searches.read(body.svc_lead_id)).to.include({ state: 'new' });
    } finally {
      await away.close();
    }
  });

  it('takes no calls while its clock is wrong, and says so on the health pages', async () => {
    const clockWatch = { ...api.platform.clockWatch, fault: () => 'the clock is ten minutes late' };
    const late = openApi({ ...api.platform, clockWatch }, 'web-late');
    try {
      await late.ready;
      const sent = { key: api.key, body: searchBody() };
      const { status, body } = await callApi(late.app, 'post', PATHS.search, sent);
      expect(status).to.equal(503);
      expect(body).to.include({ code: 'UNAVAILABLE' });
      expect((await callApi(late.app, 'get', '/healthz', {})).status).to.equal(200);
    } finally {
      await late.close();
    }
  });

  it('answers 500 with an id and nothing of the cause', async () => {
    const fault = () => Promise.reject(new Error('secret cause'));
    const searches = { ...api.platform.searches, readShown: fault };
    const broken = openApi({ ...api.platform, searches }, 'web-broken');
    try {
      await broken.ready;
      const { status, body } = await callApi(broken.app, 'get', `${PATHS.results}/${UNKNOWN}`, {
        key: api.key,
      });
      expect(status).to.equal(500);
      expect(body).to.include({ code: 'INTERNAL_ERROR', status: 'failed', retryable: false });
      expect(body.request_id).to.be.a('string');
      expect(JSON.stringify(body)).to.not.contain('secret cause');
    } finally {
      await broken.close();
    }
  });
});
