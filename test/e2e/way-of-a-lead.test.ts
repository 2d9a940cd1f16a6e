import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import { expect } from 'chai';
import { openRedis } from '../../src/platform/redis/redis.js';
import { openPlatform } from '../../src/platform/process/platform.js';
import { JOB_IDS, queueKeyPrefix, type QueueName } from '../../src/platform/queues/jobs.js';
import { portsOf } from '../../workers/wiring/ports-of.js';
import { sweep } from '../../src/app/upkeep/sweep.js';
import {
  directBody,
  newPerson,
  PATHS,
  resultBody,
  searchBody,
  startApi,
  type AnswerBody,
  type TestApi,
} from '../support/api.js';
import { appliedCatalogue } from '../support/applied-catalogue.js';
import { startBuyer, type TestBuyer } from '../support/buyer.js';
import { answered, decided } from '../support/careful.js';
import { IDS } from '../support/catalogue.js';
import { redisContents } from '../support/redis-contents.js';
import { silentLog } from '../support/services.js';
import { until } from '../support/until.js';
import { startSweeper, startWorkers, type TestWorkers } from '../support/workers.js';

interface Found {
  readonly svc_lead_id: string;
  readonly processing_done: boolean;
  readonly offers: readonly { readonly svc_result_id: string; readonly offer: { readonly id: string } }[];
}

interface Ids {
  readonly searchId: string;
  readonly leadId: string;
}

const resultOf = ({ offers }: Found, offerId: string): string =>
  offers.find(({ offer }) => offer.id === offerId)?.svc_result_id ?? 'none';

describe('the way of a lead', function () {
  let buyer: TestBuyer;
  let api: TestApi;
  let workers: TestWorkers | undefined;
  const opened: { readonly close: () => Promise<void> }[] = [];

  const start = (waits: { readonly searchWaitMs: number; readonly submitWaitMs: number }) => async () => {
    buyer = await startBuyer();
    opened.push(buyer);
    const { catalogue, apply } = appliedCatalogue({ buyerUrl: buyer.url, directOffers: 3, partner: true });
    api = await startApi({ ...waits, outboundAllow: ['127.0.0.0/8'] }, catalogue);
    opened.push(api);
    await apply(api.connection);
  };
  const work = async (): Promise<void> => {
    workers = await startWorkers(api.platform.settings);
    opened.push(workers);
  };
  const sweepNow = (): void => {
    if (!workers) throw new Error('no workers');
    const sweeper = startSweeper(workers);
    opened.push({ close: () => sweeper.drain() });
  };
  const stop = async (): Promise<void> => {
    for (const { close } of opened.splice(0).reverse()) await close();
  };

  const send = (path: string, body: object) => {
    const headers = { 'idempotency-key': randomUUID() };
    return answered(() => api.post(path, body, { headers }));
  };
  const post = async (path: string, body: object, status = 200) => {
    const answer = await send(path, body);
    expect(answer.status, answer.text).to.equal(status);
    return answer.body;
  };
  const get = async (path: string) => {
    const answer = await answered(() => api.get(path));
    expect(answer.status, answer.text).to.equal(200);
    return answer.body;
  };
  const results = async (id: string) => (await get(`${PATHS.results}/${id}`)) as unknown as Found;
  const outcome = (id: string) => get(`${PATHS.leads}/${id}`);
  const search = async (lead: object) => (await post(PATHS.search, searchBody({ lead }))) as unknown as Found;
  /** A search that was waited for: one whose job took too long to enqueue is answered without offers. */
  const searchWithOffers = async (lead: object): Promise<Found> => {
    let found: Found | undefined;
    await until(async () => (found = await search(lead)).offers.length > 0, 'a search finds offers');
    return found!;
  };
  const sell = (body: object): Promise<AnswerBody> =>
    decided(
      () => send(PATHS.leads, body),
      (id) => api.get(`${PATHS.leads}/${id}`),
    );
  const finished = async (id: string): Promise<Found> => {
    await until(async () => (await results(id)).processing_done, 'the search is done');
    return results(id);
  };

  describe('with workers', () => {
    before(start({ searchWaitMs: 10_000, submitWaitMs: 10_000 }));
    before(work);
    before(sweepNow);
    after(stop);

    it('goes from the search over the partner to the buyer, once', async () => {
      const lead = newPerson();
      const first = await searchWithOffers(lead);
      expect(first.offers.map(({ offer }) => offer.id)).to.include.members([IDS.shared, IDS.exclusive]);
      const found = await finished(first.svc_lead_id);
      expect(resultOf(found, IDS.partner)).to.not.equal('none');

      const submit = resultBody(found.svc_lead_id, resultOf(found, IDS.shared), {
        consent_button_label: 'Send',
      });
      const sold = await sell(submit);
      expect(sold).to.include({ code: 'ACCEPTED', status: 'accepted', accepted: true, payout: 20 });
      const [delivered, ...others] = buyer.received.filter(({ path }) => path === '/leads');
      expect(others).to.deep.equal([]);
      expect(delivered?.idempotencyKey).to.equal(sold.svc_lead_id);
      expect(delivered?.body['lead']).to.deep.include({ personal: lead.personal });

      const again = await sell(submit);
      expect(again).to.include({ code: 'DUPLICATE', status: 'rejected', payout: 0 });
      expect(again.disposition).to.deep.include({ duplicate_of: sold.svc_lead_id });
      const direct = await sell(directBody({ lead }));
      expect(direct.code).to.equal('DUPLICATE');
      expect(buyer.received.filter(({ path }) => path === '/leads')).to.have.length(1);

      expect(await outcome(sold.svc_lead_id)).to.deep.include({
        code: 'ACCEPTED',
        payout: 20,
      });
      expect(await results(found.svc_lead_id)).to.deep.include({ accepted_count: 1 });
      const later = await searchWithOffers(lead);
      expect(
        later.offers.map(({ offer }) => offer.id),
        'sold to this person before',
      ).to.not.include(IDS.shared);
    });

    it("sells a partner's result with the partner's own reference", async () => {
      const found = await finished((await search(newPerson())).svc_lead_id);
      const submit = resultBody(found.svc_lead_id, resultOf(found, IDS.partner));
      const body = await sell(submit);
      expect(body.code).to.equal('ACCEPTED');
      const leads = buyer.received.filter(({ path }) => path === '/leads');
      expect(leads.at(-1)?.body['result']).to.deep.equal({ reference: 'match-1' });
    });
  });

  describe('without workers', () => {
    beforeEach(start({ searchWaitMs: 200, submitWaitMs: 200 }));
    afterEach(stop);

    /** A search and a direct post that nobody works on. */
    async function stranded() {
      const found = await search(newPerson());
      expect(found).to.deep.include({ processing_done: false, offers: [] });
      const body = await post(PATHS.leads, directBody(), 202);
      expect(body).to.include({ code: 'PENDING', status: 'pending', accepted: false });
      const ids = { searchId: found.svc_lead_id, leadId: body.svc_lead_id };
      await queued(ids);
      return ids;
    }
    /** Their jobs wait in the queues: one that took too long to enqueue is brought back as by the sweeper. */
    async function queued({ searchId, leadId }: Ids): Promise<void> {
      const request_id = '';
      const jobs = await Promise.all([
        ofQueue('search', (queue) =>
          queue.getJob(JOB_IDS.search({ search_id: searchId, run: 1, request_id })),
        ),
        ofQueue('submit', (queue) =>
          queue.getJob(JOB_IDS.submit({ lead_id: leadId, submission: 1, request_id })),
        ),
      ]);
      if (jobs.includes(undefined)) await sweepLater(5_500);
    }
    async function expectFinished({ searchId, leadId }: Ids): Promise<void> {
      expect((await finished(searchId)).offers).to.have.length(4);
      await until(async () => (await outcome(leadId)).code === 'ACCEPTED', 'the lead is accepted');
    }

    it('answers that it is pending, and finishes when workers come', async () => {
      const ids = await stranded();
      expect(await outcome(ids.leadId)).to.include({ code: 'PENDING' });
      await work();
      await expectFinished(ids);
    });

    it('loses nothing with the queue: the sweeper brings it back', async () => {
      const ids = await stranded();
      await loseJobs('search');
      await loseJobs('submit');
      await sweepLater(5_500);
      await work();
      await expectFinished(ids);
      const { body } = buyer.received.find(({ path }) => path === '/leads')!;
      expect(body['lead_id']).to.equal(ids.leadId);
    });

    async function ofQueue<T>(name: QueueName, use: (queue: Queue) => Promise<T>): Promise<T> {
      const { redis, settings } = api.platform;
      const queue = new Queue(name, {
        connection: redis,
        prefix: queueKeyPrefix(settings.redisPrefix, name),
      });
      try {
        return await use(queue);
      } finally {
        await queue.close();
      }
    }
    const loseJobs = (name: QueueName): Promise<void> =>
      ofQueue(name, async (queue) => {
        await queue.obliterate({ force: true });
        expect(await queue.count()).to.equal(0);
      });
    /** What the sweeper does that much later; nobody works yet. */
    async function sweepLater(ms: number): Promise<void> {
      const clock = (): Date => new Date(Date.now() + ms);
      const swept = await sweep({ ...portsOf(api.platform), clock });
      expect(swept).to.include({ searches: 1, leads: 1 });
    }

    it('keeps no personal data in Redis, wherever the lead is', async () => {
      const lead = {
        personal: {
          email: 'zebediah.quux@example.com',
          phone: '6085559173',
          first_name: 'Zebediah',
          last_name: 'Quuxley',
        },
        address: { state: 'WI', zip_code: '53703', address_line_1: '77 Wombat Way' },
      };
      const secrets = ['zebediah', 'quux', '6085559173', 'wombat', '203.0.113.7'];
      const watcher = await openPlatform(api.platform.settings, 'worker');
      const heard: string[] = [];
      const listener = openRedis(api.platform.settings.redisUrl, 'listener', silentLog);
      await listener.psubscribe(`*${api.platform.settings.redisPrefix}*`);
      listener.on('pmessage', (...message: string[]) => heard.push(message.join(' ')));
      const look = async (where: string): Promise<string> => {
        const contents = await redisContents(watcher.redis, api.platform.settings.redisPrefix);
        const said = `${contents}\n${heard.join('\n')}`.toLowerCase();
        for (const secret of secrets) expect(said, `${where}: ${secret}`).to.not.include(secret);
        return contents;
      };
      let release = (): void => undefined;
      try {
        const found = await search(lead);
        const { svc_lead_id: leadId } = await post(PATHS.leads, directBody({ lead }), 202);
        await queued({ searchId: found.svc_lead_id, leadId });
        expect(await look('waiting in the queues')).to.include(found.svc_lead_id);
        release = buyer.hold();
        await work();
        sweepNow();
        await until(() => buyer.received.some(({ path }) => path === '/leads'), 'the buyer has the lead');
        await look('at the buyer');
        release();
        await until(() => workers?.inHand() === 0, 'the workers are idle');
        await look('decided');
        await until(() => heard.length > 0, 'wakes were heard');
      } finally {
        release();
        listener.disconnect();
        await watcher.close();
      }
    });
  });
});
