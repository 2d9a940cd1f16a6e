import { expect } from 'chai';
import { finishLeads } from '../../src/app/upkeep/finish-leads.js';
import { sweep } from '../../src/app/upkeep/sweep.js';
import {
  directBody,
  newPerson,
  PATHS,
  resultBody,
  searchBody,
  startApi,
  type TestApi,
} from '../support/api.js';
import { appliedCatalogue } from '../support/applied-catalogue.js';
import { startBuyer } from '../support/buyer.js';
import { answered } from '../support/careful.js';
import { IDS } from '../support/catalogue.js';
import { until } from '../support/until.js';
import { watchCommands } from '../support/watch-commands.js';
import { startWorkers, type TestWorkers } from '../support/workers.js';

const DIRECT_OFFERS = 10;

/** Read by the caches' polls, whatever is called meanwhile; the last test watches them. */
const CACHED = ['catalogue_versions', 'timed_changes', 'api_keys', 'identity_secrets'];

interface Found {
  readonly svc_lead_id: string;
  readonly offers: readonly { readonly svc_result_id: string; readonly offer: { readonly id: string } }[];
}

describe('the MongoDB commands of a call, web and worker together', () => {
  let api: TestApi;
  let workers: TestWorkers;
  let commands: ReturnType<typeof watchCommands>;
  const opened: { readonly close: () => Promise<void> }[] = [];

  before(async () => {
    const buyer = await startBuyer();
    opened.push(buyer);
    const { catalogue, apply } = appliedCatalogue({
      buyerUrl: buyer.url,
      directOffers: DIRECT_OFFERS,
      partner: false,
    });
    const waits = { searchWaitMs: 10_000, submitWaitMs: 10_000, refreshMs: 4_000 };
    api = await startApi({ ...waits, outboundAllow: ['127.0.0.0/8'] }, catalogue);
    opened.push(api);
    await apply(api.connection);
    workers = await startWorkers(api.platform.settings);
    opened.push(workers);
    commands = watchCommands([api.platform.connection, workers.platform.connection]);
    // Warm: the key is known, the caps are counted, and both processes have seen the terms of all offers.
    await made(sold);
    const { svc_lead_id } = await searched();
    await answered(() => api.get(`${PATHS.results}/${svc_lead_id}`));
  });
  after(async () => {
    for (const { close } of opened.reverse()) await close();
  });

  const idle = () => until(() => workers.inHand() === 0, 'the workers are idle');

  /** Undefined when a busy machine made it meet a time limit of the API: it is then answered as it was stored, or 503. */
  async function search(): Promise<Found | undefined> {
    const { body } = await api.post(PATHS.search, searchBody());
    if (body.code === 'UNAVAILABLE' || body.offers.length === 0) return undefined;
    expect(body.offers).to.have.length(DIRECT_OFFERS);
    return body as unknown as Found;
  }
  /** Whether it is accepted; false: as above. */
  async function submit({ svc_lead_id, offers }: Found, headers = {}): Promise<boolean> {
    const { svc_result_id } = offers.find(({ offer }) => offer.id === IDS.shared)!;
    const { body } = await api.post(PATHS.leads, resultBody(svc_lead_id, svc_result_id), { headers });
    if (body.code === 'UNAVAILABLE' || body.code === 'PENDING') return false;
    expect(body.code).to.equal('ACCEPTED');
    return true;
  }
  const sold = async (): Promise<boolean> => {
    const found = await search();
    return found !== undefined && submit(found);
  };

  /** Makes a call until nothing disturbed it, each time with nothing left to do from the one before. */
  async function made(call: () => Promise<boolean>): Promise<void> {
    while (!(await call())) await until(atRest, 'what was disturbed is done');
  }
  async function atRest(): Promise<boolean> {
    await sweep(workers.ports);
    const undecided = ['searches', 'leads'].map((name) =>
      api.connection.collection(name).countDocuments({ due_at: { $exists: true } }),
    );
    return (await Promise.all(undecided)).every((count) => count === 0) && workers.inHand() === 0;
  }
  async function searched(): Promise<Found> {
    let found: Found | undefined;
    await made(async () => (found = await search()) !== undefined);
    return found!;
  }

  /** The commands of a call that nothing disturbed, in order, but for the caches' polls. */
  async function of(call: () => Promise<boolean>): Promise<string[]> {
    await made(async () => {
      await idle();
      commands.begin();
      return call();
    });
    await idle();
    return commands.all().filter((command) => !CACHED.includes(command.split(' ')[1] ?? ''));
  }

  /** The same of a call that needs no other records than its own: each command names its shard key. */
  async function ofCall(call: () => Promise<boolean>): Promise<string[]> {
    const sent = await of(call);
    expect(commands.unkeyed()).to.deep.equal([]);
    return sent;
  }

  it('a search of ten direct offers: 5', async () => {
    expect(await ofCall(async () => (await search()) !== undefined)).to.deep.equal([
      'insert searches',
      'find searches',
      'find suppressions',
      'find claims',
      'update searches',
    ]);
  });

  it('results: 1', async () => {
    const { svc_lead_id } = await searched();
    const call = async () => (await api.get(`${PATHS.results}/${svc_lead_id}`)).status === 200;
    expect(await ofCall(call)).to.deep.equal(['find searches']);
  });

  it('an accepted submit of a result: 8', async () => {
    const sell = async () => {
      const found = await searched();
      await idle();
      commands.begin();
      return submit(found);
    };
    expect(await ofCall(sell)).to.deep.equal([
      'find searches',
      'insert leads',
      'find leads',
      'find suppressions',
      'update searches',
      'insert claims',
      'update leads',
      'update leads',
    ]);
  });

  it('the same with an Idempotency-Key: 9, and its repeat: 4', async () => {
    let keyed: () => Promise<boolean> = () => Promise.resolve(false);
    const sell = async () => {
      const found = await searched();
      const headers = { 'Idempotency-Key': found.svc_lead_id };
      keyed = () => submit(found, headers);
      await idle();
      commands.begin();
      return keyed();
    };
    expect(await ofCall(sell)).to.deep.equal([
      'find searches',
      'insert idempotency_keys',
      'insert leads',
      'find leads',
      'find suppressions',
      'update searches',
      'insert claims',
      'update leads',
      'update leads',
    ]);
    expect(await ofCall(() => keyed())).to.deep.equal([
      'find searches',
      'insert idempotency_keys',
      'find idempotency_keys',
      'find leads',
    ]);
  });

  it('a dupe-check: 1', async () => {
    const { email, phone } = newPerson().personal;
    const call = async () => (await api.post(PATHS.dupeCheck, { email, phone })).status === 200;
    expect(await ofCall(call)).to.deep.equal(['find claims']);
  });

  it('name the shard key in each of them, also when leads and searches are repeated', async () => {
    const lead = newPerson();
    const { body: first } = await answered(() => api.post(PATHS.search, searchBody({ lead })));
    const found = first as unknown as Found;
    const person = directBody();
    await idle();
    commands.begin();
    const again = searchBody({ lead, svc_lead_id: found.svc_lead_id });
    const earlier = found.offers.find(({ offer }) => offer.id === IDS.shared)!;
    const invalid = directBody({ tcpa_consent: false });
    const { body: refused } = await api.post(PATHS.leads, invalid);
    const { svc_lead_id } = refused;
    const key = () => ({ headers: { 'Idempotency-Key': svc_lead_id } });
    for (const call of [
      () => api.post(PATHS.search, again),
      () => api.get(`${PATHS.results}/${found.svc_lead_id}`),
      // A result of the first run.
      () => api.post(PATHS.leads, resultBody(found.svc_lead_id, earlier.svc_result_id)),
      () => api.post(PATHS.leads, person),
      () => api.post(PATHS.leads, person),
      () => api.post(PATHS.leads, { ...invalid, tcpa_consent: true, svc_lead_id }, key()),
      () => api.post(PATHS.leads, { ...invalid, tcpa_consent: true, svc_lead_id }, key()),
      () => api.get(`${PATHS.leads}/${svc_lead_id}`),
    ])
      expect((await call()).status).to.be.below(400);
    await idle();
    expect(commands.unkeyed()).to.deep.equal([]);
  });

  it('the effects and entries of acceptances, however many: 8 reads and 5 writes', async () => {
    // The first entry fixes the currency of the books, which takes three commands once.
    await made(sold);
    const clock = (): Date => new Date(Date.now() + 10_000);
    await sweep({ ...workers.ports, clock });
    for (let sales = 0; sales < 4; sales += 1) await made(sold);
    const sweeping = async () => (await sweep({ ...workers.ports, clock })).effects > 0;
    expect(await of(sweeping)).to.deep.equal([
      'find searches',
      'find leads',
      // Return requests past their deadline.
      'find leads',
      'find leads',
      'update searches',
      'update leads',
      'find leads',
      'find leads',
      'find leads',
      'find periods',
      'insert entries',
      'update report_days',
      'update leads',
      'find pending_adjustments',
    ]);
  });

  it('all that acceptances owe, however many, when a sweeper finishes them: 2 reads and 5 writes', async () => {
    const { news } = api.platform;
    const finish = () => finishLeads({ ...workers.ports, news, tell: () => Promise.resolve() });
    await finish();
    for (let sales = 0; sales < 4; sales += 1) await made(sold);
    const booked = ['find periods', 'insert entries', 'update report_days'];
    const all = ['find leads', 'insert lead_news', ...booked, 'update searches', 'update leads'];
    expect(await of(async () => (await finish()) === 4)).to.deep.equal(all);
  });

  it('requests and answers: written behind the calls, many at once', async () => {
    const exchanges = () => api.connection.collection('exchanges').countDocuments();
    const before = await exchanges();
    commands.begin();
    const started = performance.now();
    const sales = await Promise.all(Array.from({ length: 8 }, sold));
    const made = sales.filter((isSold) => isSold).length;
    await until(async () => (await exchanges()) >= before + made, 'they are stored');
    await until(() => commands.behind().at(-1) === 'update', 'they were looked at');
    // Three commands for each second in which some came.
    const seconds = 2 + Math.ceil((performance.now() - started) / 1_000);
    expect(commands.behind().length).to.be.at.most(3 * seconds);
  });

  it('reads neither the catalogue nor a known key for a call', async () => {
    const { svc_lead_id } = await searched();
    commands.begin();
    const started = performance.now();
    const calls = 20;
    for (let i = 0; i < calls; i += 1) await answered(() => api.get(`${PATHS.results}/${svc_lead_id}`));
    // On a busy machine, one that began before may be seen with those of this time.
    const polls = 2 + Math.floor((performance.now() - started) / 2_000);
    for (const collection of CACHED) {
      const reads = commands.all().filter((command) => command === `find ${collection}`);
      // Two processes poll the catalogue, and one of them knows the key.
      expect(reads.length, collection).to.be.at.most(2 * polls);
    }
    expect(commands.all().filter((command) => command === 'find searches')).to.have.length(calls);
  });
});
