import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { directBody, PATHS, resultBody, searchBody, type Answered } from '../support/api.js';
import { answered, decided } from '../support/careful.js';
import type { TestProcess, Told } from '../support/processes.js';
import { apiOf, openStack, type Client, type Stack, type Ways } from '../support/stack.js';
import { until } from '../support/until.js';

describe('processes: outages', () => {
  let stack: Stack;
  let edge: Ways;
  let back: Ways;
  let web: TestProcess;
  let api: Client;

  before(async () => {
    stack = await openStack();
    await stack.migrate();
    await stack.apply();
    [edge, back] = await Promise.all([stack.ways(), stack.ways()]);
    const quick = { ...back.env, SWEEP_EVERY_MS: '200' };
    const [first] = await Promise.all([
      stack.start('web', { ...edge.env, SUBMIT_WAIT_MS: '5000' }),
      ...(['search', 'partner', 'submit', 'sweeper'] as const).map(async (name) =>
        (await stack.start(name, quick)).ready(),
      ),
    ]);
    web = await first.ready();
    api = apiOf(web, await stack.issueKey());
  });
  let release = (): void => undefined;
  afterEach(async () => {
    release();
    await Promise.all([edge.mongo, edge.redis, back.mongo, back.redis].map((service) => service.comeBack()));
  });
  after(() => stack.close());

  /** A search with its direct offers, and the id of one of its results. */
  async function found(): Promise<{ searchId: string; resultId: string }> {
    let answer: Answered | undefined;
    const isFound = async (): Promise<boolean> => {
      answer = await answered(() => api.post(PATHS.search, searchBody()));
      expect(answer.status).to.equal(200);
      return answer.body.offers.length > 0;
    };
    await until(isFound, 'a search finds offers');
    const { offers, svc_lead_id } = answer!.body;
    // The partner may have answered too.
    expect(offers.length).to.be.within(3, 4);
    return { searchId: svc_lead_id, resultId: offers[0]?.['svc_result_id'] as string };
  }
  async function sells(): Promise<void> {
    const body = directBody();
    const headers = { 'idempotency-key': randomUUID() };
    const sold = await decided(
      () => api.post(PATHS.leads, body, headers),
      (id) => api.get(`${PATHS.leads}/${id}`),
    );
    expect(sold.code).to.equal('ACCEPTED');
  }
  /** Waits until calls are answered again, and then everything must work. */
  async function works(): Promise<void> {
    await until(async () => (await api.get(`${PATHS.results}/none`)).status === 404, 'calls are answered');
    await web.ready();
    await found();
    await sells();
  }
  const outcome = async (id: string): Promise<string> => (await api.get(`${PATHS.leads}/${id}`)).body.code;

  const HOW = { goAway: 'is gone', hang: 'hangs' };
  for (const service of ['mongo', 'redis'] as const)
    for (const how of ['goAway', 'hang'] as const)
      it(`web answers every call 503 while ${service} ${HOW[how]}, and goes on after it`, async () => {
        const { searchId, resultId } = await found();
        const strange = apiOf(web, await stack.issueKey());
        await edge[service][how]();
        for (const _ of ['fresh', 'a moment later']) {
          const answers = await Promise.all([
            api.post(PATHS.search, searchBody()),
            api.get(`${PATHS.results}/${searchId}`),
            api.post(PATHS.leads, resultBody(searchId, resultId)),
            api.post(PATHS.leads, directBody()),
            api.get(`${PATHS.leads}/${searchId}`),
            api.post(PATHS.dupeCheck, { email: 'ann@example.com' }),
            strange.post(PATHS.search, searchBody()),
          ]);
          for (const { status, body } of answers) {
            expect(status).to.equal(503);
            expect(body).to.include({
              code: 'UNAVAILABLE',
              status: 'failed',
              success: false,
              retryable: true,
            });
            expect(body).to.include.keys('reason', 'message', 'request_id');
          }
        }
        let told: Told | undefined;
        // What it tells is up to a second old (ADR 32).
        await until(async () => (told = await web.ask('/readyz')).http === 503, 'web is not ready');
        expect(told?.checks?.[service === 'mongo' ? 'mongodb' : 'redis']).to.not.equal('ok');
        await web.lives();
        await edge[service].comeBack();
        await works();
      });

  it('answers what is stored when Redis leaves before the job is queued, and the sweeper brings it', async () => {
    const prefix = stack.services.redisPrefix;
    const searches: string[] = [];
    const leads: string[] = [];
    for (const how of ['goAway', 'hang'] as const) {
      const lostSearch = edge.redis.when(`{${prefix}:search}`, how);
      const searched = await answered(() => api.post(PATHS.search, searchBody()));
      expect([searched.status, searched.body['processing_done'], searched.body.offers]).to.deep.equal([
        200,
        false,
        [],
      ]);
      await lostSearch;
      await edge.redis.comeBack();
      await works();

      const lostSubmit = edge.redis.when(`{${prefix}:submit}`, how);
      const posted = await answered(() => api.post(PATHS.leads, directBody()));
      expect([posted.status, posted.body.code, posted.body['accepted']]).to.deep.equal([
        202,
        'PENDING',
        false,
      ]);
      await lostSubmit;
      await edge.redis.comeBack();
      await works();
      searches.push(searched.body.svc_lead_id);
      leads.push(posted.body.svc_lead_id);
    }
    for (const id of leads) {
      await until(async () => (await outcome(id)) === 'ACCEPTED', 'the lead is accepted');
      expect(stack.sent(id)).to.equal(1);
    }
    for (const id of searches)
      await until(
        async () => (await answered(() => api.get(`${PATHS.results}/${id}`))).body.offers.length === 4,
        'the search has its results',
      );
  });

  it('web goes on when its connections die without a word, as when a host is replaced', async () => {
    edge.mongo.lose();
    edge.redis.lose();
    expect((await api.post(PATHS.leads, directBody())).status).to.equal(503);
    // Its subscription is noticed later: until then a submit waits its full time, and is answered all the same.
    await until(
      async () => (await api.post(PATHS.leads, directBody())).status < 300,
      'leads are taken again',
    );
  });

  it('all processes go on by themselves after both were away, with a lead at the buyer meanwhile', async () => {
    release = stack.buyer.hold();
    const before = stack.buyer.received.length;
    const posting = answered(() => api.post(PATHS.leads, directBody()));
    await until(() => stack.buyer.received.length > before, 'the buyer has the lead');
    const services = [edge.mongo, edge.redis, back.mongo, back.redis];
    await Promise.all(services.map((service) => service.goAway()));
    await sleep(1_000);
    release();
    await sleep(1_000);
    await Promise.all(services.map((service) => service.comeBack()));
    await works();
    const { status, body } = await posting;
    expect([200, 202]).to.include(status);
    await until(async () => (await outcome(body.svc_lead_id)) === 'ACCEPTED', 'the lead is accepted');
    expect(stack.sent(body.svc_lead_id)).to.equal(1);
  });
});
