import { expect } from 'chai';
import { openApi } from '../../src/api/open-api.js';
import type { LeadStore } from '../../src/app/ports/lead-store.js';
import { callApi, directBody, PATHS, startApi, type TestApi } from '../support/api.js';

const WAIT_MS = 600_000;

describe('api: the wait of a submit', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi({ submitWaitMs: WAIT_MS });
  });
  after(() => api.close());

  it('counts from the call’s arrival: what storing the lead took is not waited again', async () => {
    let now = Date.now();
    const { leads } = api.platform;
    let reads = 0;
    const slow: LeadStore = {
      ...leads,
      read(id) {
        reads += 1;
        return leads.read(id);
      },
      async insert(lead) {
        const stored = await leads.insert(lead);
        now += WAIT_MS;
        return stored;
      },
    };
    const one = openApi({ ...api.platform, leads: slow }, 'web-slow', () => new Date(now));
    await one.ready;
    try {
      const { status, body } = await callApi(one.app, 'post', PATHS.leads, {
        key: api.key,
        body: directBody(),
      });
      expect([status, body.code]).to.deep.equal([202, 'PENDING']);
      expect(reads, 'nothing is read for an answer that is late').to.equal(0);
      expect(await leads.read(body.svc_lead_id)).to.include({ state: 'queued' });
    } finally {
      await one.close();
    }
  });
});
