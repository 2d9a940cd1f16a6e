import type { Redis } from 'ioredis';
import type { Entry, Gate, Passage } from '../../core/ports/gate.js';
import { guardOutages } from '../outage.js';
import { gateKeys, withGateCommands } from './gate-commands.js';

/** A gate that can't be asked must not hold a worker up. */
const CALL_LIMIT_MS = 500;
/** How old what a process knows of the breakers may be. */
const KNOWN_FOR_MS = 1_000;
/** How soon whoever finds this process busy with its destination asks again. */
const NO_ROOM_HERE_MS = 1_000;
/** The longest time between two probes. */
const LONGEST_OPEN_MS = 600_000;

/** What a process knows of a breaker that is not closed; times of `performance.now()`. */
interface Known {
  readonly down_until: number;
}

/**
 * The gate in Redis: one Lua call to enter, one to leave. A process asks for the breakers at most once a second, and
 * enters without a call where nothing but a closed breaker guards, which is the case of nearly every lead.
 *
 * `mostHere`: requests that this process has under way for one offer without a limit of its own. A destination that
 * hangs must not have all of a worker before its breaker opens.
 */
export function createGate(redis: Redis, prefix: string, mostHere = Infinity): Gate {
  const commands = withGateCommands(redis);
  const keys = gateKeys(prefix);
  let known: ReadonlyMap<string, Known> = new Map();
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;
  /** Permits by offer, and until when each counts. */
  const here = new Map<string, Map<string, number>>();

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

  function isCrowded(offerId: string): boolean {
    const permits = here.get(offerId);
    if (!permits || permits.size < mostHere) return false;
    const now = performance.now();
    for (const [permit, until] of permits) if (until <= now) permits.delete(permit);
    return permits.size >= mostHere;
  }

  function go(offerId: string, permit: string, leaseMs: number): Entry {
    const permits = here.get(offerId) ?? new Map<string, number>();
    here.set(offerId, permits.set(permit, performance.now() + leaseMs));
    return { outcome: 'go' };
  }

  const gate: Gate = {
    async enter({ id, offer_id, per_minute, max_in_flight, lease_ms }, permit) {
      const isFree = per_minute === undefined && max_in_flight === undefined;
      if (isFree && isCrowded(offer_id)) return { outcome: 'wait', why: 'no_room', for_ms: NO_ROOM_HERE_MS };
      if (isFree && !(await breakers()).has(id)) return go(offer_id, permit, lease_ms);
      const args = [id, permit, per_minute ?? '', max_in_flight ?? '', lease_ms];
      const [why, for_ms] = await commands.gateEnter(...keys.of(id), ...args);
      return why === 'go' ? go(offer_id, permit, lease_ms) : { outcome: 'wait', why, for_ms };
    },

    async leave({ id, offer_id, breaker: { failures, open_for_ms } }, permit, passage) {
      here.get(offer_id)?.delete(permit);
      const used = passage === 'unused' ? undefined : passage;
      const openMs = await commands.gateLeave(
        ...keys.of(id),
        ...[id, permit, used?.health ?? 'unused', used?.outcome === 'unknown' ? 1 : 0],
        ...[failures, open_for_ms, LONGEST_OPEN_MS, used?.duration_ms ?? 0, used ? written(used) : ''],
      );
      if (openMs > 0) known = new Map([...known, [id, { down_until: performance.now() + openMs }]]);
      else if (used?.health === 'up') known = new Map([...known].filter(([other]) => other !== id));
    },

    async down() {
      const now = performance.now();
      const open = [...(await breakers())].filter(([, { down_until }]) => down_until > now);
      return new Set(open.map(([id]) => id));
    },
  };
  return guardOutages('Redis', gate, CALL_LIMIT_MS);
}

const written = ({ outcome, duration_ms, status, detail }: Passage): string =>
  JSON.stringify([outcome, Math.round(duration_ms), status ?? 0, detail ?? '']);
