import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { DEFAULT_BREAKER, type Destination } from '../../../src/core/destination-gate/destination.js';
import type { DestinationGate } from '../../../src/app/ports/destination-gate.js';
import type { Admission } from '../../../src/core/destination-gate/admission.js';
import type { CallResult } from '../../../src/core/destination-gate/call-result.js';
import {
  gateKeys,
  createDestinationGate as createOurGate,
} from '../../../src/platform/redis/destination-gate/destination-gate.js';
import { privateServices } from '../../support/services.js';
import { fakeClock } from '../../support/fake-clock.js';
import { until } from '../../support/until.js';

const UP: CallResult = { health: 'up', outcome: 'accepted', duration_ms: 40, status: 200 };
const DOWN: CallResult = {
  health: 'down',
  outcome: 'never_sent',
  duration_ms: 5,
  detail: 'connect: ECONNREFUSED',
};
const TIMED_OUT: CallResult = { health: 'down', outcome: 'unknown', duration_ms: 9_000 };

/** With time for a call that a busy machine can't use up. */
const createGate = (redis: Redis, prefix: string, mostHere?: number): DestinationGate =>
  createOurGate(redis, prefix, mostHere, 30_000);

describe('the gate', () => {
  const services = privateServices();
  const keys = gateKeys(services.redisPrefix);
  /** Two processes. */
  let here: DestinationGate;
  let there: DestinationGate;
  let ids = 0;

  before(async () => {
    const redis = services.redis();
    await until(() => redis.status === 'ready', 'redis is there');
    [here, there] = [createGate(redis, services.redisPrefix), createGate(redis, services.redisPrefix)];
  });
  after(() => services.close());

  const destination = (over: Partial<Destination> = {}): Destination => ({
    id: `destination-${(ids += 1)}`,
    breaker: { ...DEFAULT_BREAKER, failures: 2 },
    // Longer than a busy machine holds a test up; what waits for its end moves time on.
    lease_ms: 120_000,
    ...over,
  });
  const waitOf = (admission: Admission) => {
    if (admission.outcome !== 'wait') throw new Error('it was let through');
    return admission;
  };
  /** Moves what Redis has of a breaker this far into the past. */
  async function age(id: string, ms: number): Promise<void> {
    const stored = (await services.redis().hget(keys.breakers, id)) ?? '';
    const [failures, opens, open_until, probe_until, ...probe] = stored.split(' ');
    const aged = [failures, opens, Number(open_until) - ms, Math.max(0, Number(probe_until) - ms), ...probe];
    await services.redis().hset(keys.breakers, id, aged.join(' '));
  }
  /** The same of a permit that is under way. */
  async function ageFlying(id: string, permit: string, ms: number): Promise<void> {
    await services.redis().zincrby(keys.of(id)[2]!, -ms, permit);
  }
  async function fail(
    destinationGate: DestinationGate,
    to: Destination,
    permit: string,
    result = DOWN,
  ): Promise<void> {
    await destinationGate.enter(to, permit);
    await destinationGate.release(to, permit, result);
  }

  describe('throttle', () => {
    it('releases a burst one by one, tells each its turn, and lets nobody overtake', async () => {
      const to = destination({ per_minute: 1 });
      expect(await here.enter(to, 'a')).to.deep.equal({ outcome: 'go' });
      const turns: number[] = [];
      for (const permit of ['b', 'c', 'd', 'e']) turns.push(waitOf(await there.enter(to, permit)).for_ms);
      for (const [i, ms] of turns.entries()) expect(ms).to.be.within(60_000 * i, 60_000 * (i + 1));
      expect(waitOf(await here.enter(to, 'b')).why).to.equal('throttled');
    });

    it('takes nothing from whoever only looks, and keeps its place', async () => {
      const to = destination({ per_minute: 60, max_in_flight: 1 });
      for (let looks = 0; looks < 3; looks += 1)
        expect(await here.peek(to, 'a')).to.deep.equal({ outcome: 'go' });
      expect((await there.enter(to, 'a')).outcome).to.equal('go');
      expect(waitOf(await here.peek(to, 'b')).why).to.equal('no_room');
      await there.release(to, 'a', UP);
      expect(waitOf(await there.enter(to, 'c')).why, 'b was first').to.equal('no_room');
    });

    it('releases no faster, however many ask', async () => {
      const to = destination({ per_minute: 1_200 });
      const started = performance.now();
      const released: number[] = [];
      const ask = async (gate: DestinationGate, permit: string): Promise<void> => {
        for (;;) {
          const entry = await gate.enter(to, permit);
          if (entry.outcome === 'go') break;
          await new Promise((resolve) => setTimeout(resolve, entry.for_ms));
        }
        released.push(performance.now() - started);
      };
      const permits = Array.from({ length: 12 }, (_, i) => `p${i}`);
      await Promise.all(permits.map((permit, i) => ask(i % 2 === 0 ? here : there, permit)));
      // 50 ms each; whoever came late may be caught up with by one.
      expect(released.at(-1)).to.be.at.least(11 * 50 - 60);
    });
  });

  describe('room', () => {
    it('has no more under way than it may, over all processes, and room again when one leaves', async () => {
      const to = destination({ max_in_flight: 2 });
      expect((await here.enter(to, 'a')).outcome).to.equal('go');
      expect((await there.enter(to, 'b')).outcome).to.equal('go');
      expect((await there.enter(to, 'b')).outcome, 'the same one again').to.equal('go');
      const refused = waitOf(await here.enter(to, 'c'));
      expect(refused.why).to.equal('no_room');
      expect(refused.for_ms).to.be.at.most(1_000);
      await here.release(to, 'a', UP);
      expect((await there.enter(to, 'd')).outcome, 'a newcomer does not overtake').to.equal('wait');
      expect((await here.enter(to, 'c')).outcome).to.equal('go');
      await there.release(to, 'b', 'unused');
      expect((await here.enter(to, 'd')).outcome).to.equal('go');
    });

    it('frees the permit of a killed worker by itself', async () => {
      const to = destination({ max_in_flight: 1 });
      await here.enter(to, 'a');
      expect((await there.enter(to, 'b')).outcome).to.equal('wait');
      await ageFlying(to.id, 'a', to.lease_ms - 60_000);
      expect((await there.enter(to, 'b')).outcome, 'its lease is not over').to.equal('wait');
      await ageFlying(to.id, 'a', 60_000);
      expect((await there.enter(to, 'b')).outcome).to.equal('go');
    });

    it('leaves some of a process to the other destinations', async () => {
      const gate = createGate(services.redis(), services.redisPrefix, 2);
      const [to, other, brief] = [destination(), destination(), destination({ lease_ms: 500 })];
      for (const permit of ['a', 'b']) await gate.enter(to, permit);
      expect((await gate.enter(to, 'c')).outcome).to.equal('wait');
      expect((await gate.enter(other, 'c')).outcome).to.equal('go');
      await gate.release(to, 'a', UP);
      expect((await gate.enter(to, 'c')).outcome).to.equal('go');
      for (const permit of ['a', 'b']) await gate.enter(brief, permit);
      await until(async () => (await gate.enter(brief, 'c')).outcome === 'go', 'the others are forgotten');
    });

    it('leaves some of a process to the others also where a throttle releases more', async () => {
      const gate = createGate(services.redis(), services.redisPrefix, 2);
      const to = destination({ per_minute: 100_000 });
      for (const permit of ['a', 'b'])
        await until(async () => (await gate.enter(to, permit)).outcome === 'go', 'its turn comes');
      // It keeps its turn, and with it its window: the buyer is not at fault.
      expect(waitOf(await gate.enter(to, 'c')).why).to.equal('throttled');
      expect(waitOf(await gate.peek(to, 'c')).why).to.equal('throttled');
    });

    it('leaves most of a destination to those who are sent when others are asked about', async () => {
      const gate = createGate(services.redis(), services.redisPrefix, 8);
      const to = destination({ share: 0.25 });
      const entries = await Promise.all(['a', 'b', 'c'].map((permit) => gate.enter(to, permit)));
      expect(entries.map(({ outcome }) => outcome)).to.deep.equal(['go', 'go', 'wait']);
    });

    it('lets those far behind ask seldom', async () => {
      const to = destination({ max_in_flight: 1 });
      await here.enter(to, 'a');
      let last = 0;
      for (let i = 0; i < 10; i += 1) last = waitOf(await here.enter(to, `p${i}`)).for_ms;
      expect(last).to.be.above(5_000);
    });
  });

  describe('breaker', () => {
    it('opens after so many failures in a row, for every process', async () => {
      const to = destination();
      await fail(here, to, 'a');
      await here.release(to, 'x', UP);
      await fail(there, to, 'b');
      expect((await here.enter(to, 'c')).outcome, 'one in a row').to.equal('go');
      await here.release(to, 'c', DOWN);
      const refused = waitOf(await here.enter(to, 'd'));
      expect(refused.why).to.equal('destination_down');
      expect(refused.for_ms).to.be.within(1, 31_000);
      expect([...(await here.openBreakers())]).to.include(to.id);
      await until(async () => (await there.openBreakers()).has(to.id), 'the other process knows');
      expect((await there.enter(to, 'e')).outcome).to.equal('wait');
    });

    it('lets exactly one probe through, and closes when it is answered', async () => {
      const to = destination();
      for (const permit of ['a', 'b']) await fail(here, to, permit);
      await age(to.id, 31_000);
      const entries = await Promise.all(['c', 'd', 'e', 'f'].map((permit) => here.enter(to, permit)));
      expect(entries.filter(({ outcome }) => outcome === 'go')).to.have.length(1);
      const probe = ['c', 'd', 'e', 'f'].find((_, i) => entries[i]?.outcome === 'go') ?? '';
      await here.release(to, probe, UP);
      expect((await here.enter(to, 'g')).outcome).to.equal('go');
      expect([...(await here.openBreakers())]).not.to.include(to.id);
    });

    it('backs off to ten minutes while probes make unknowns, and not when they are refused', async () => {
      const to = destination();
      for (const permit of ['a', 'b']) await fail(here, to, permit);
      const seconds = [60, 120, 240, 480, 600, 600];
      for (const [passage, forSeconds] of [
        ...seconds.map((s) => [TIMED_OUT, s] as const),
        [DOWN, 30] as const,
      ]) {
        await age(to.id, 700_000);
        const before = Date.now();
        await fail(here, to, 'probe', passage);
        const after = Date.now();
        const [, , open_until] = ((await services.redis().hget(keys.breakers, to.id)) ?? '').split(' ');
        const openedAt = Number(open_until) - forSeconds * 1_000;
        expect(openedAt, `${forSeconds} s`).to.be.within(before - 1, after + 1);
      }
    });

    it('probes again when the worker of the probe was killed', async () => {
      const to = destination();
      for (const permit of ['a', 'b']) await fail(here, to, permit);
      await age(to.id, 31_000);
      expect((await here.enter(to, 'c')).outcome).to.equal('go');
      expect((await here.enter(to, 'd')).outcome).to.equal('wait');
      await age(to.id, to.lease_ms + 1_000);
      expect((await here.enter(to, 'd')).outcome).to.equal('go');
      await here.release(to, 'd', 'unused');
      expect((await here.enter(to, 'e')).outcome, 'a probe that never left').to.equal('go');
    });

    it('brings those who wait back one after another: a few soon after the probe, the rest when it has ended', async () => {
      const to = destination();
      for (const permit of ['a', 'b']) await fail(here, to, permit);
      /** Each one's turn, between two moments: those around the call, later by what it is told. */
      const turns: (readonly [from: number, to: number])[] = [];
      for (let i = 0; i < 50; i += 1) {
        const asked = performance.now();
        const { for_ms } = waitOf(await here.enter(to, `p${i}`));
        turns.push([asked + for_ms, performance.now() + for_ms]);
      }
      for (const [i, ms] of [
        [1, 1_040],
        [9, 1_360],
        [10, to.lease_ms + 1_400],
        [49, to.lease_ms + 2_960],
      ] as const) {
        const [least, most] = [turns[i]![0] - turns[0]![1], turns[i]![1] - turns[0]![0]];
        expect(ms, `after the first: p${i}`).to.be.within(least - 2, most + 2);
      }
    });
  });

  it('asks Redis for nothing where only a closed breaker guards', async () => {
    const to = destination();
    const redis = services.redis();
    const sent = Object.assign(Object.create(redis) as typeof redis, { defineCommand: () => undefined });
    let asked = 0;
    Object.assign(sent, { gateStates: () => Promise.resolve(((asked += 1), [])) });
    const gate = createGate(sent, services.redisPrefix);
    const clock = await fakeClock();
    try {
      for (const reads of [1, 2]) {
        for (let i = 0; i < 100; i += 1) await gate.enter(to, `p${i}`);
        expect(asked, 'once a second').to.equal(reads);
        clock.stall(1_001);
      }
    } finally {
      await clock.restore();
    }
  });
});
