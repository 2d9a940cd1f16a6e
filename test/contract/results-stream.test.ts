import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { PATHS } from '../support/api.js';
import { partnerOffer, startContract, type Contract } from '../support/contract.js';
import { openEvents, type Events } from '../support/events.js';
import { until } from '../support/until.js';

/** No search ends by itself, however long a busy machine takes. */
const LONG_MS = 600_000;

const direct = { offer: 'direct', payout: 20 };

/** docs/contract/search.md#results-as-a-stream */
describe('contract: results as a stream', () => {
  let world: Contract;
  const opened: Events[] = [];
  const fileOf = (url: string, affiliate?: string) => ({
    affiliates: { southwind: {} },
    offers: {
      direct: {},
      partner: partnerOffer(url),
      second: partnerOffer(url, { url: `${url}/second` }),
    },
    campaigns: {
      two: { offers: [direct, { offer: 'partner' }, { offer: 'second' }], ...(affiliate && { affiliate }) },
      one: { offers: [direct] },
    },
  });
  before(async () => {
    world = await startContract((url) => fileOf(url), { searchOpenMs: LONG_MS, streamsPerKey: 3 });
    world.buyer.says('/second', { results: [] });
  });
  afterEach(() => {
    for (const events of opened.splice(0)) events.leave();
  });
  after(() => world.close());

  const stream = async (id: string, headers: object = {}, key = world.api.key): Promise<Events> => {
    const events = await openEvents(`${world.api.url}${PATHS.results}/${id}`, {
      ...{ Authorization: `Bearer ${key}`, Accept: 'text/event-stream' },
      ...headers,
    });
    opened.push(events);
    return events;
  };
  /** A search whose partners answer when the returned function is called. */
  const held = async () => {
    const release = world.buyer.hold();
    const { body } = await world.search('two');
    expect(body['processing_done']).to.equal(false);
    return { id: body.svc_lead_id, release };
  };

  it('tells what there is, each change, and the end; its events are what a poll answers', async () => {
    const { id, release } = await held();
    const events = await stream(id);
    expect([events.status, events.type]).to.deep.equal([200, 'text/event-stream; charset=utf-8']);
    expect(events.buffering).to.equal('no');
    const first = await events.next();
    const { request_id: _, ...polled } = (await world.results(id)).body;
    const { request_id, ...told } = first.data;
    expect([first.event, told]).to.deep.equal(['results', polled]);
    expect(request_id).to.equal(events.requestId);
    release();
    const last = await events.untilDone();
    expect(last.data).to.include({ processing_done: true, code: 'OK' });
    expect(last.data['offers']).to.have.length(2);
    const { request_id: __, ...done } = last.data;
    const { request_id: ___, ...after } = (await world.results(id)).body;
    expect(done).to.deep.equal(after);
    expect(await events.ended()).to.equal(true);
  });

  it('a search that is done: its results and the end at once; with its Last-Event-ID 204', async () => {
    const found = await world.searched('one');
    const events = await stream(found.svc_lead_id);
    const done = await events.next();
    expect([done.event, await events.ended()]).to.deep.equal(['done', true]);
    expect((await stream(found.svc_lead_id, { 'Last-Event-ID': done.id })).status).to.equal(204);
    const again = await stream(found.svc_lead_id, { 'Last-Event-ID': 'another' });
    expect((await again.next()).id).to.equal(done.id);
  });

  it('with the Last-Event-ID of the results so far, it tells only what follows', async () => {
    const { id, release } = await held();
    const { id: seen } = await (await stream(id)).next();
    const events = await stream(id, { 'Last-Event-ID': seen });
    release();
    expect((await events.next()).id).to.not.equal(seen);
  });

  it('an open time that ends: done, though nobody answered', async () => {
    const { id, release } = await held();
    await world.api.connection
      .collection<{ _id: string }>('searches')
      .updateOne({ _id: id }, { $set: { closes_at: new Date(Date.now() + 1_000) } });
    const events = await stream(id);
    try {
      expect((await events.untilDone()).data['processing_done']).to.equal(true);
    } finally {
      release();
    }
  });

  it('twenty streams of a search cost one read for each change, and streams that wait none', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => world.api.issueKey()));
    const { id, release } = await held();
    const all = await Promise.all(keys.map((key) => stream(id, {}, key)));
    await Promise.all(all.map((one) => one.next()));
    const reads = countReads(world.api.platform.connection);
    let before = -1;
    // A subscription that took long is told once more of what it may have missed.
    await until(async () => {
      before = reads.count();
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      return reads.count() === before;
    }, 'nothing is read while they wait');
    release();
    await Promise.all(all.map((one) => one.untilDone()));
    // One for each partner and the end; a busy machine repeats some.
    expect(reads.count() - before).to.be.below(keys.length / 2);
    reads.stop();
  });

  it('a key has three streams; a fourth is 429 until one is closed', async () => {
    const { id, release } = await held();
    const [one] = await Promise.all([stream(id), stream(id), stream(id)]);
    const fourth = await stream(id);
    expect([fourth.status, fourth.body()?.['code']]).to.deep.equal([429, 'RATE_LIMITED']);
    one.leave();
    await until(async () => (await stream(id)).status === 200, 'a place is free');
    release();
  });

  it('opening counts once against the limit of polling', async () => {
    const { id, release } = await held();
    const key = await world.api.issueKey({ limits: { results: { per_minute: 1, burst: 1 } } });
    const events = await stream(id, {}, key);
    expect((await stream(id, {}, key)).status).to.equal(429);
    release();
    expect((await events.untilDone()).event).to.equal('done');
  });

  it('a revoked key: one clear error, and the end', async () => {
    const { id, release } = await held();
    const key = await world.api.issueKey();
    const events = await stream(id, {}, key);
    await events.next();
    await world.api.revokeKey(key);
    const told = await events.next();
    expect([told.event, told.data['code'], await events.ended()]).to.deep.equal([
      'error',
      'AUTH_INVALID',
      true,
    ]);
    release();
  });

  it('a campaign that is taken away: the error that a poll gets, and the end', async () => {
    const { id, release } = await held();
    const events = await stream(id);
    await events.next();
    await world.apply(fileOf(world.buyer.url, 'southwind'));
    try {
      const told = await events.next();
      const { request_id: _, ...polled } = (await world.results(id)).body;
      const { request_id: __, ...error } = told.data;
      expect([told.event, error, await events.ended()]).to.deep.equal(['error', polled, true]);
    } finally {
      await world.apply(fileOf(world.buyer.url));
      release();
    }
  });

  it('what no stream begins with is answered as a poll is', async () => {
    const unknown = await stream(randomUUID());
    expect([unknown.status, unknown.body()?.['code']]).to.deep.equal([404, 'NOT_FOUND']);
    const { id, release } = await held();
    const both = ['application/json, text/event-stream', 'text/event-stream, application/json;q=0.9'];
    for (const accept of ['*/*', 'text/*', 'text/*;q=0.9, */*;q=0.1', 'application/json', ...both])
      expect(
        (await world.api.get(`${PATHS.results}/${id}`, { headers: { Accept: accept } })).body.code,
      ).to.equal('OK');
    release();
  });
});

function countReads(connection: Connection) {
  let found = 0;
  const note = ({
    commandName,
    command,
  }: {
    commandName: string;
    command: Record<string, unknown>;
  }): void => {
    if (commandName === 'find' && command['find'] === 'searches') found += 1;
  };
  connection.getClient().on('commandStarted', note);
  return {
    count: () => found,
    stop: () => void connection.getClient().off('commandStarted', note),
  };
}
