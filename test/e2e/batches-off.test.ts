import { expect } from 'chai';
import { sweep } from '../../src/app/upkeep/sweep.js';
import { PATHS, resultBody, searchBody, startApi, type TestApi } from '../support/api.js';
import { appliedCatalogue } from '../support/applied-catalogue.js';
import { startBuyer } from '../support/buyer.js';
import { answered, decided } from '../support/careful.js';
import { IDS } from '../support/catalogue.js';
import { startWorkers, type TestWorkers } from '../support/workers.js';

interface Found {
  readonly svc_lead_id: string;
  readonly offers: readonly { readonly svc_result_id: string; readonly offer: { readonly id: string } }[];
}

describe('processes with MONGO_BATCHES=off', function () {
  this.timeout(120_000);
  let api: TestApi;
  let workers: TestWorkers;
  const opened: { readonly close: () => Promise<void> }[] = [];
  before(async () => {
    const buyer = await startBuyer();
    opened.push(buyer);
    const { catalogue, apply } = appliedCatalogue({ buyerUrl: buyer.url, directOffers: 2, partner: false });
    const settings = { mongoBatches: 'off', searchWaitMs: 10_000, submitWaitMs: 10_000 } as const;
    api = await startApi({ ...settings, outboundAllow: ['127.0.0.0/8'] }, catalogue);
    opened.push(api);
    await apply(api.connection);
    workers = await startWorkers(api.platform.settings);
    opened.push(workers);
  });
  after(async () => {
    for (const { close } of opened.reverse()) await close();
  });

  it('search, sell and settle as with batches, many at once', async () => {
    const codes = await Promise.all(Array.from({ length: 8 }, () => sell()));
    expect(codes).to.deep.equal(Array.from({ length: 8 }, () => 'ACCEPTED'));
    await sweep({ ...workers.ports, clock: () => new Date(Date.now() + 10_000) });
    const leads = api.connection.collection('leads');
    expect(await leads.countDocuments({ state: 'accepted', debts: [], unbooked: [] })).to.equal(8);
    // Only batches leave marks in records.
    expect(await leads.countDocuments({ marks: { $exists: true } })).to.equal(0);
  });

  async function sell(): Promise<string> {
    const { body: found } = await answered(() => api.post(PATHS.search, searchBody()));
    const { svc_lead_id, offers } = found as unknown as Found;
    const { svc_result_id } = offers.find(({ offer }) => offer.id === IDS.shared)!;
    const headers = { 'Idempotency-Key': svc_lead_id };
    const { code } = await decided(
      () => api.post(PATHS.leads, resultBody(svc_lead_id, svc_result_id), { headers }),
      (id) => api.get(`${PATHS.leads}/${id}`),
    );
    return code;
  }
});
