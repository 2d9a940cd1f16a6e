import type { Redis } from 'ioredis';
import type { BrokenGate } from '../../../app/ports/alert-sources.js';
import { failingSince } from '../../../core/destination-gate/failing-since.js';
import { PROXY } from '../../../core/delivery/http-result.js';
import type { Passed } from '../../../core/destination-gate/summary.js';
import { gateKeys, withGateCommands } from './destination-gate.js';
import type { BreakerState, GateView } from '../../../app/ports/destination-gate-view.js';

const HOUR_MS = 3_600_000;
const CLOSED: BreakerState = { position: 'closed', failures: 0, open_ms: 0 };

/** Reads the destination gates of these destinations, with two commands for each. */
export async function readGates(
  redis: Redis,
  prefix: string,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, GateView>> {
  const keys = gateKeys(prefix);
  const states = await withGateCommands(redis).gateStates(keys.breakers);
  const breakers = new Map(
    states.map(([id, position, failures, open_ms]) => [id, { position, failures, open_ms }]),
  );
  const views = ids.map(async (id) => {
    const [waiting, recent] = await Promise.all([
      redis.zcount(keys.waiting(id), now.getTime() - 60_000, '+inf'),
      redis.lrange(keys.recent(id), 0, -1),
    ]);
    const passed = recent.map(read).filter(({ at }) => now.getTime() - at.getTime() < HOUR_MS);
    return [id, { breaker: breakers.get(id) ?? CLOSED, waiting, passed }] as const;
  });
  return new Map(await Promise.all(views));
}

/**
 * The destinations whose breaker is not closed. One command, and one for each of them. `howFar`: since when they fail, which
 * takes all of their requests; otherwise only the newest is read.
 */
export async function readBrokenGates(
  redis: Redis,
  prefix: string,
  howFar: 'since' | 'now' = 'since',
): Promise<BrokenGate[]> {
  const keys = gateKeys(prefix);
  const states = await withGateCommands(redis).gateStates(keys.breakers);
  const broken = states.filter(([, position]) => position !== 'closed').map(([id]) => id);
  return Promise.all(
    broken.map(async (destination) => {
      const passed = (await redis.lrange(keys.recent(destination), 0, howFar === 'now' ? 0 : -1)).map(read);
      const since = howFar === 'now' ? undefined : failingSince(passed);
      const isAtProxy = passed[0]?.detail?.includes(PROXY) === true;
      return {
        destination,
        ...(since && { failing_since: since }),
        ...(isAtProxy && { at_proxy: true as const }),
      };
    }),
  );
}

/** Parses what `destination-gate.ts` writes: the time, then a list. */
function read(text: string): Passed {
  const [, at = '0', rest = '[]'] = /^(\d+) (.*)$/.exec(text) ?? [];
  const [outcome, duration_ms, status, detail] = JSON.parse(rest) as [string, number, number, string];
  return {
    at: new Date(Number(at)),
    outcome,
    duration_ms,
    ...(status === 0 ? {} : { status }),
    ...(detail === '' ? {} : { detail }),
  };
}
