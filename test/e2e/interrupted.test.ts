import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { expect } from 'chai';
import { JOB_IDS, queueKeyPrefix } from '../../src/platform/queues/jobs.js';
import { directBody, PATHS, searchBody } from '../support/api.js';
import { answered } from '../support/careful.js';
import type { ProcessName, TestProcess } from '../support/processes.js';
import { apiOf, openStack, type Client, type Stack } from '../support/stack.js';
import { until } from '../support/until.js';

/** Only the command that stores an attempt says this. */
const STORES_ATTEMPT = 'timeout_ms';
const TAKES_CLAIMS = 'claims';

describe('processes: interrupted', () => {
  let stack: Stack;
  let key: string;
  /** One that waits for nobody. */
  let web: TestProcess;
  let api: Client;
  let release = (): void => undefined;

  before(async () => {
    stack = await openStack();
    await stack.migrate();
    await stack.apply();
    key = await stack.issueKey();
    web = await stack.start('web', { SEARCH_WAIT_MS: '200', SUBMIT_WAIT_MS: '200' });
    api = apiOf(await web.ready(), key);
  });
  after(() => stack.close());

  const started: TestProcess[] = [];
  async function start(name: ProcessName, env: NodeJS.ProcessEnv = {}): Promise<TestProcess> {
    const child = await stack.start(name, { SWEEP_EVERY_MS: '100', ...env });
    started.push(child);
    return child.ready();
  }
  // A worker that a failed test left would take the next one's leads, and a buyer that it left silent would keep them.
  afterEach(async () => {
    release();
    for (const child of started) child.send('SIGKILL');
    await Promise.all(started.splice(0).map(({ ended }) => ended));
  });

  const outcome = async (id: string): Promise<string> => (await api.get(`${PATHS.leads}/${id}`)).body.code;
  const accepted = (id: string) => until(async () => (await outcome(id)) === 'ACCEPTED', `${id} is accepted`);
  const atBuyer = (id: string) => until(() => stack.sent(id) > 0, 'the buyer has the lead');
  async function post(): Promise<string> {
    const { status, body } = await answered(() => api.post(PATHS.leads, directBody()));
    expect([status, body.code]).to.deep.equal([202, 'PENDING']);
    await queued(body.svc_lead_id);
    return body.svc_lead_id;
  }
  /** Its job is in the queue, or somebody has the lead; on a busy machine it may not be, which `web` must have said. */
  async function queued(lead_id: string): Promise<void> {
    const prefix = queueKeyPrefix(stack.services.redisPrefix, 'submit');
    const queue = new Queue('submit', { connection: stack.services.redis(), prefix });
    const job = { lead_id, submission: 1, request_id: 'test' };
    const jobId = JOB_IDS.submit(job);
    const isThere = (await queue.getJob(jobId)) || (await stack.lead(lead_id)).state !== 'queued';
    if (!isThere) {
      await web.says('not waited for: the record is stored and due');
      await queue.add('submit', job, { jobId, removeOnComplete: true, removeOnFail: true });
    }
    await queue.close();
  }
  async function drained(...all: readonly TestProcess[]): Promise<void> {
    for (const one of all) one.send('SIGTERM');
    expect(await Promise.all(all.map(({ ended }) => ended))).to.deep.equal(all.map(() => 'code 0'));
  }

  /** What time does: the leads are overdue. The killed worker's jobs still stand in the queue, locked. */
  async function afterAWhile(ids: readonly string[]): Promise<void> {
    const leads = (await stack.services.connection()).collection<{ _id: string }>('leads');
    await leads.updateMany({ _id: { $in: [...ids] } }, { $set: { due_at: new Date(Date.now() - 10_000) } });
  }

  it('without workers: pending; when they come, everything is finished, each lead by one of them', async () => {
    const search = await answered(() => api.post(PATHS.search, searchBody()));
    expect([search.status, search.body['processing_done'], search.body.offers]).to.deep.equal([
      200,
      false,
      [],
    ]);
    const leads = [];
    for (let n = 0; n < 12; n += 1) leads.push(await post());

    const workers = await Promise.all([start('search'), start('submit'), start('submit')]);
    const results = () => answered(() => api.get(`${PATHS.results}/${search.body.svc_lead_id}`));
    await until(async () => (await results()).body.offers.length === 3, 'the direct offers are there');
    for (const id of leads) await accepted(id);
    await drained(...workers);
    expect(leads.map((id) => stack.sent(id))).to.deep.equal(leads.map(() => 1));
  });

  it('SIGTERM while the buyer is slow: the lead is finished and answered before web and submit exit', async () => {
    const [web, submit] = await Promise.all([start('web', { SUBMIT_WAIT_MS: '20000' }), start('submit')]);
    release = stack.buyer.hold();
    const sentBefore = stack.buyer.received.length;
    const posting = answered(() => apiOf(web, key).post(PATHS.leads, directBody()));
    await until(() => stack.buyer.received.length > sentBefore, 'the buyer has the lead');
    for (const one of [web, submit]) one.send('SIGTERM');
    for (const one of [web, submit]) await one.says('shutting down');
    await sleep(2_000);
    expect([web.isRunning(), submit.isRunning()]).to.deep.equal([true, true]);
    expect(await web.ask('/healthz'), 'takes nothing new').to.include({ http: 0 });
    release();
    const { status, body } = await posting;
    expect([status, body.code]).to.deep.equal([200, 'ACCEPTED']);
    expect(await Promise.all([web.ended, submit.ended])).to.deep.equal(['code 0', 'code 0']);
    expect((await stack.lead(body.svc_lead_id)).state).to.equal('accepted');
    expect(stack.sent(body.svc_lead_id)).to.equal(1);
  });

  it('killed while a request is open at the buyer: nobody knows, so it stays pending and is never sent again', async () => {
    release = stack.buyer.hold();
    const leads: string[] = [];
    const ends = [
      { signals: ['SIGTERM', 'SIGTERM'], end: 'code 130' },
      { signals: ['SIGKILL'], end: 'SIGKILL' },
    ] as const;
    for (const { signals, end } of ends) {
      const submit = await start('submit');
      const id = await post();
      await atBuyer(id);
      for (const signal of signals) {
        submit.send(signal);
        if (signal === 'SIGTERM') await submit.says('shutting down');
      }
      expect(await submit.ended).to.equal(end);
      expect(await stack.lead(id)).to.include({ state: 'sending' });
      leads.push(id);
    }
    release();
    await afterAWhile(leads);
    const workers = await Promise.all([start('sweeper'), start('submit')]);
    for (const id of leads) {
      await until(async () => (await stack.lead(id)).state === 'unknown', `${id} is unknown`);
      expect(await outcome(id)).to.equal('PENDING');
    }
    await drained(...workers);
    for (const id of leads) {
      expect(stack.sent(id)).to.equal(1);
      const { state, attempts } = await stack.lead(id);
      expect([state, attempts.map((attempt) => attempt.outcome)]).to.deep.equal(['unknown', ['unknown']]);
    }
  });

  for (const [moment, text] of [
    ['takes the claims', TAKES_CLAIMS],
    ['stores the attempt', STORES_ATTEMPT],
  ] as const)
    it(`killed when it ${moment}: another process sends the lead, once`, async () => {
      const { mongo, env } = await stack.ways();
      const first = await start('submit', env);
      const stuck = mongo.when(text, 'hang');
      const id = await post();
      await stuck;
      first.send('SIGKILL');
      await first.ended;
      // A first run takes its lead only with the write that stores its attempt (ADR 91).
      expect(await stack.lead(id)).to.deep.include({ state: 'queued', attempts: [] });
      await afterAWhile([id]);
      const workers = await Promise.all([start('sweeper'), start('submit')]);
      await accepted(id);
      await drained(...workers);
      expect(stack.sent(id)).to.equal(1);
    });

  it('stopped when it stores the attempt, awake when another has sent the lead: sends nothing', async () => {
    const { mongo, env } = await stack.ways();
    const first = await start('submit', env);
    const stuck = mongo.when(STORES_ATTEMPT, 'hang');
    const id = await post();
    await stuck;
    await afterAWhile([id]);
    const others = await Promise.all([start('sweeper'), start('submit')]);
    await accepted(id);
    await drained(...others);
    const { stalled: runs = [], stalls: _, ...sold } = await stack.lead(id);
    await mongo.comeBack();
    await drained(first);
    expect(stack.sent(id)).to.equal(1);
    const { stalled = [], stalls, ...now } = await stack.lead(id);
    expect(now).to.deep.equal(sold);
    // On a busy machine the first run meets a time limit. Then it takes itself back, and nothing else.
    expect(runs).to.include.members(stalled);
    expect(stalls).to.equal(stalled.length);
  });
});
