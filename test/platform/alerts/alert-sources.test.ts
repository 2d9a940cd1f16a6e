import { testAttempt } from '../../support/records.js';
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { hostname } from 'node:os';
import { OutageError } from '../../../src/app/outage.js';
import { createCountBuffer } from '../../../src/platform/redis/alerts/count-buffer.js';
import { createHourlyCounts } from '../../../src/platform/redis/alerts/hourly-counts.js';
import { PROXY } from '../../../src/core/delivery/http-result.js';
import { createProcessBoard } from '../../../src/platform/redis/alerts/process-board.js';
import { announceProcess } from '../../../src/platform/process/announce.js';
import { countUnknownLeads } from '../../../src/platform/mongo/alerts/unknown-leads.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { createDestinationGate } from '../../../src/platform/redis/destination-gate/destination-gate.js';
import { readBrokenGates } from '../../../src/platform/redis/destination-gate/read-gate.js';
import { BUYER, unknownLead } from '../../support/audited-world.js';
import { migratedServices } from '../../support/services.js';
import { until } from '../../support/until.js';

const NOW = new Date('2026-11-20T12:30:00Z');
const later = (ms: number): Date => new Date(NOW.getTime() + ms);
const HOUR_MS = 3_600_000;

describe('what the alerts read', () => {
  const services = migratedServices();
  after(() => services.close());

  it('who runs: announced within half a minute, until it leaves or is forgotten', async () => {
    const board = createProcessBoard(services.redis(), services.redisPrefix);
    const sweeper = { name: 'sweeper', at: NOW, missing_secrets: [] };
    const lacking = [{ name: 'KEY', offers: ['nursing'] }];
    await board.announce('s1', sweeper);
    await board.announce('w1', { name: 'web', at: later(1_000), missing_secrets: lacking });
    expect(await board.list(later(2_000))).to.have.deep.members([
      sweeper,
      { name: 'web', at: later(1_000), missing_secrets: lacking },
    ]);
    await board.leave('w1');
    expect(await board.list(later(30_000))).to.deep.equal([sweeper]);
    expect(await board.list(later(40_000))).to.deep.equal([]);
    await board.list(later(HOUR_MS));
    expect(await services.redis().hgetall(`${services.redisPrefix}:processes`)).to.deep.equal({});
  });

  it('a process that begins says so, and takes it back when it ends', async () => {
    const board = createProcessBoard(services.redis(), services.redisPrefix);
    const buffer = createCountBuffer(createHourlyCounts(services.redis(), services.redisPrefix));
    // Its clock is ten minutes late.
    const clock = { ms: -600_000, of: 'Redis' } as const;
    const clockWatch = { difference: () => clock, sharedTime: () => new Date() };
    const end = announceProcess({
      ...{ name: 'web', board, happened: buffer, missingSecrets: () => [] },
      ownSecrets: () => ({ files: ['KEY'], variables: [] }),
      ...{ clockWatch, isWorking: () => false },
    });
    await until(async () => (await board.list(new Date())).length === 1, 'it is announced');
    const [found] = await board.list(new Date());
    expect(found).to.deep.include({
      waits: true,
      own_secrets: { files: ['KEY'], variables: [] },
      clock: { ...clock, host: hostname() },
    });
    await end();
    expect(await board.list(new Date())).to.deep.equal([]);
  });

  it('counts by the hour, from several processes, in a window that slides by hours', async () => {
    const hourly = createHourlyCounts(services.redis(), services.redisPrefix);
    const [one, other] = [createCountBuffer(hourly), createCountBuffer(hourly)];
    one.count('faults', 'nursing', 3);
    one.count('faults', 'mba');
    other.count('faults', 'nursing');
    await one.flush(NOW);
    await other.flush(later(HOUR_MS));
    await one.flush(NOW);
    const sums = async (back: number, at: Date) => Object.fromEntries(await hourly.sums('faults', back, at));
    expect(await sums(1, later(HOUR_MS))).to.deep.equal({ nursing: 4, mba: 1 });
    expect(await sums(0, later(HOUR_MS))).to.deep.equal({ nursing: 1 });
    expect(await sums(1, later(3 * HOUR_MS))).to.deep.equal({});
  });

  it('what could not be counted stays for the next time', async () => {
    let isAway = true;
    const added: unknown[] = [];
    const buffer = createCountBuffer({
      add: (what, counts) => {
        if (isAway) return Promise.reject(new OutageError('Redis', new Error('away')));
        added.push([what, ...counts]);
        return Promise.resolve();
      },
    });
    buffer.count('faults', 'nursing', 2);
    expect(await buffer.flush(NOW).catch(String)).to.contain('Redis');
    buffer.count('faults', 'nursing');
    isAway = false;
    await buffer.flush(NOW);
    expect(added).to.deep.equal([['faults', ['nursing', 3]]]);
  });

  it('unknown leads by who may have them, by then, and nothing about the people', async () => {
    const connection = await services.migrated();
    const sent = (n: number, buyer_id: string, over: object = {}) => ({
      ...testAttempt({
        number: n,
        submission: 2,
        at: NOW,
        timeout_ms: 1_000,
        outcome: 'unknown' as const,
        sent_to: { buyer_id },
      }),
      ...over,
    });
    const unsent = { outcome: 'never_sent' as const };
    const rows = [
      { hours: 5, attempts: unknownLead().attempts },
      {
        hours: 3,
        attempts: [sent(1, 'former', { submission: 1 }), sent(2, 'summit'), sent(3, 'lakeshore', unsent)],
      },
      { hours: 2, attempts: [sent(1, 'lakeshore'), sent(2, 'summit')] },
      { hours: 1, attempts: [sent(1, 'lakeshore')] },
      { hours: 0.9, attempts: [sent(1, 'young')] },
    ];
    for (const [i, { hours, attempts }] of rows.entries()) {
      const lead = { ...unknownLead(), attempts, submission: i === 0 ? 1 : 2 };
      await createLeadStore(connection).insert({ ...lead, received_at: later(-hours * HOUR_MS) });
    }
    const { offer_id } = unknownLead();
    expect(await countUnknownLeads(connection, later(-HOUR_MS))).to.deep.equal([
      { offer_id, buyer_id: BUYER, count: 1, oldest: later(-5 * HOUR_MS) },
      { offer_id, buyer_id: 'summit', count: 2, oldest: later(-3 * HOUR_MS) },
      { offer_id, buyer_id: 'lakeshore', count: 1, oldest: later(-HOUR_MS) },
    ]);
  });

  it('the unknown leads of one buyer, however many, hide none of another', async () => {
    const connection = await services.migrated();
    const leads = connection.collection<{ readonly _id: string }>('leads');
    await leads.deleteMany({});
    const lead = (buyer_id: string, hours: number) => ({
      ...{ _id: randomUUID(), state: 'unknown', offer_id: `of ${buyer_id}`, submission: 1 },
      attempts: [{ number: 1, submission: 1, outcome: 'unknown', sent_to: { buyer_id } }],
      received_at: later(-hours * HOUR_MS),
    });
    await leads.insertOne(lead('b', 2));
    await leads.insertMany(Array.from({ length: 2_001 }, () => lead('a', 3)));
    expect(
      (await countUnknownLeads(connection, NOW)).map(({ buyer_id, count }) => [buyer_id, count]),
    ).to.deep.equal([
      ['a', 2_001],
      ['b', 1],
    ]);
  });

  it('a breaker that is open, since its first failure after it last worked', async () => {
    const gate = createDestinationGate(services.redis(), services.redisPrefix);
    const breaker = { failures: 2, open_for_ms: 60_000, offer_while_open: false };
    const destination = { id: 'o1', breaker, lease_ms: 1_000 };
    const call = async (id: string, health: 'up' | 'down', detail = 'connect: timed out') => {
      const outcome = health === 'up' ? 'accepted' : 'never_sent';
      await gate.enter({ ...destination, id }, 'p');
      await gate.release({ ...destination, id }, 'p', { health, outcome, duration_ms: 5, detail });
    };
    const started = Date.now();
    for (const health of ['down', 'up', 'down', 'down'] as const) await call('o1', health);
    await call('o2', 'down');
    const [found, ...others] = await readBrokenGates(services.redis(), services.redisPrefix);
    expect([found?.destination, found?.at_proxy, others]).to.deep.equal(['o1', undefined, []]);
    // By Redis's clock, which is this machine's.
    expect(found?.failing_since?.getTime()).to.be.within(started - 5, Date.now() + 5);
    await call('o1', 'down', `connect: ${PROXY} refused the connection (HTTP 403)`);
    for (const howFar of ['since', 'now'] as const) {
      const [at] = await readBrokenGates(services.redis(), services.redisPrefix, howFar);
      expect(at?.at_proxy, howFar).to.equal(true);
    }
  });
});
