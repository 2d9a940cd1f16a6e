import type { Redis } from 'ioredis';
import { MAX_OPEN_MS, type Destination } from '../../../core/destination-gate/destination.js';
import type { DestinationGate } from '../../../app/ports/destination-gate.js';
import type { Admission, WaitReason } from '../../../core/destination-gate/admission.js';
import type { CallResult } from '../../../core/destination-gate/call-result.js';
import { guardOutages } from '../../process/outage.js';
import type { BreakerPosition } from '../../../app/ports/destination-gate-view.js';
import { ENTER, LEAVE, STATES } from './breaker-scripts.js';
import { createLocalInFlight } from './local-in-flight.js';

/** A destination gate that does not answer must not block a worker. */
const CALL_LIMIT_MS = 500;

/** The maximum age of a process's knowledge of the breakers. */
const KNOWN_FOR_MS = 1_000;

/**
 * The least wait before a lead asks again if this process is busy with a destination that does not answer. The wait is at most twice
 * this.
 */
const NO_ROOM_HERE_MS = 1_000;

/** What a process knows of a breaker that is not closed. Times are those of `performance.now()`. */
interface Known {
  readonly down_until: number;
}

/**
 * The destination gate in Redis, with one Lua call to enter and one to release. A process reads the breakers at most
 * once a second. If the destination has no limits and its breaker is closed, the process enters without a call. That
 * is the case for nearly every lead.
 *
 * `mostHere`: the most requests that this process may have in flight to one destination without `max_in_flight`. A
 * destination that hangs must not occupy a whole worker before its breaker opens. One that answers is soon free again,
 * and the lead waits for it in place. A call longer than `limitMs` is an outage.
 */
export function createDestinationGate(
  redis: Redis,
  prefix: string,
  mostHere = Infinity,
  limitMs = CALL_LIMIT_MS,
): DestinationGate {
  const commands = withGateCommands(redis);
  const keys = gateKeys(prefix);
  let known: ReadonlyMap<string, Known> = new Map();
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;
  const here = createLocalInFlight(mostHere);

  async function read(): Promise<void> {
    const states = await commands.gateStates(keys.breakers);
    const now = performance.now();
    known = new Map(
      states
        .filter(([, state]) => state !== 'closed')
        .map(([id, , , openMs, probeMs]) => [id, { down_until: now + Math.max(openMs, probeMs) }]),
    );
    readAt = now;
  }

  async function breakers(): Promise<ReadonlyMap<string, Known>> {
    if (performance.now() - readAt > KNOWN_FOR_MS) {
      reading ??= read().finally(() => (reading = undefined));
      await reading;
    }
    return known;
  }

  async function ask(destination: Destination, permit: string, isLook: boolean): Promise<Admission> {
    const { id, per_minute, max_in_flight, lease_ms } = destination;
    if (isFree(destination) && !(await breakers()).has(id)) return { outcome: 'go' };
    const args = [id, permit, per_minute ?? '', max_in_flight ?? '', lease_ms, isLook ? 1 : 0];
    const [why, for_ms] = await commands.gateEnter(...keys.of(id), ...args);
    return why === 'go' ? { outcome: 'go' } : { outcome: 'wait', why, for_ms };
  }

  /** Who waits for a throttle has a turn in its queue, and keeps its window for it, also while this process is full. */
  async function fullHere(destination: Destination, permit: string): Promise<Admission> {
    if (destination.per_minute === undefined) return waitHere('no_room');
    const asked = await ask(destination, permit, true);
    return asked.outcome === 'wait' ? asked : waitHere('throttled');
  }

  const destinationGate: DestinationGate = {
    peek: (destination, permit) =>
      isBoundHere(destination) && here.hangs(destination)
        ? fullHere(destination, permit)
        : ask(destination, permit, true),

    async enter(destination, permit) {
      if (!isBoundHere(destination)) here.hold(destination, permit);
      else if (!(await here.take(destination, permit))) return fullHere(destination, permit);
      const admission = await ask(destination, permit, false);
      if (admission.outcome === 'wait') here.free(destination, permit);
      return admission;
    },

    async release({ id, breaker: { failures, open_for_ms } }, permit, result) {
      here.free({ id }, permit);
      const used = result === 'unused' ? undefined : result;
      const openMs = await commands.gateLeave(
        ...keys.of(id),
        ...[id, permit, used?.health ?? 'unused', used?.outcome === 'unknown' ? 1 : 0],
        ...[failures, open_for_ms, MAX_OPEN_MS, used?.duration_ms ?? 0, used ? written(used) : ''],
      );
      if (openMs > 0) known = new Map([...known, [id, { down_until: performance.now() + openMs }]]);
      else if (used?.health === 'up') known = new Map([...known].filter(([other]) => other !== id));
    },

    async openBreakers() {
      const now = performance.now();
      const open = [...(await breakers())].filter(([, { down_until }]) => down_until > now);
      return new Set(open.map(([id]) => id));
    },
  };
  return guardOutages('Redis', destinationGate, limitMs);
}

const isFree = ({ per_minute, max_in_flight }: Destination): boolean =>
  per_minute === undefined && max_in_flight === undefined;

/** A throttle alone bounds no requests in flight: at 160 a minute, answers after 19 s hold 50. */
const isBoundHere = ({ max_in_flight }: Destination): boolean => max_in_flight === undefined;

const waitHere = (why: WaitReason): Admission => ({
  outcome: 'wait',
  why,
  for_ms: NO_ROOM_HERE_MS * (1 + Math.random()),
});

const written = ({ outcome, duration_ms, status, detail }: CallResult): string =>
  JSON.stringify([outcome, Math.round(duration_ms), status ?? 0, detail ?? '']);

type Arg = string | number;

/** The destination gate's scripts as commands of a connection. Each takes its keys first, then its arguments. */
export interface GateCommands {
  gateEnter(...args: Arg[]): Promise<[WaitReason | 'go', number]>;
  gateLeave(...args: Arg[]): Promise<number>;
  gateStates(
    breakers: string,
  ): Promise<[id: string, state: BreakerPosition, failures: number, openMs: number, probeMs: number][]>;
}

/** Defines the scripts on the connection. Defining them twice changes nothing. */
export function withGateCommands(redis: Redis): Redis & GateCommands {
  redis.defineCommand('gateEnter', { numberOfKeys: 5, lua: ENTER });
  redis.defineCommand('gateLeave', { numberOfKeys: 5, lua: LEAVE });
  redis.defineCommand('gateStates', { numberOfKeys: 1, lua: STATES });
  return redis as Redis & GateCommands;
}

/** All keys share one hash tag, so that a Redis Cluster keeps them on one node. */
export const gateKeys = (prefix: string) => {
  const root = `{${prefix}}:gate`;
  return {
    breakers: `${root}:breakers`,
    waiting: (id: string) => `${root}:${id}:waiting`,
    recent: (id: string) => `${root}:${id}:recent`,
    /** In the order that the scripts expect. */
    of: (id: string): string[] => [
      `${root}:breakers`,
      ...['flow', 'flying', 'waiting', 'recent'].map((name) => `${root}:${id}:${name}`),
    ],
  };
};
