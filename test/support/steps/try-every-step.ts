import type { Fault, FaultInjector } from './fate.js';
import { createClient } from './client.js';
import type { Flow } from './flow.js';
import { catalogueOf } from './flows.js';
import { shareOf } from './share.js';
import { violationsOf } from './violations.js';
import { createWorld, type WorldOptions } from './world.js';

export type Workers = NonNullable<WorldOptions['workers']>;

/** Tells the flow once, with or without a blow, to its end. */
export async function tell(flow: Flow, workers: Workers, ...faults: readonly Fault[]) {
  const { script, finishes = false } = flow;
  const world = createWorld({
    catalogue: catalogueOf(flow),
    ...{ workers, finishes },
    ...(script ? { script } : {}),
    faults,
  });
  const client = createClient(world);
  await flow.before?.(client, world);
  world.fate.count();
  await flow.act(client, world);
  await world.settle();
  while (await world.wakeSleepers()) await world.settle();
  return { world, violations: violationsOf(world, client) };
}

export interface Tried {
  readonly points: number;
  /** What was violated, with the point at which it was. */
  readonly violations: string[];
}

/** The calls of each flow that no blow strikes, by whether two workers run its jobs: "two after the blow" are one without it. */
const undisturbed = new Map<string, FaultInjector>();

async function callsOf(flow: Flow, workers: Workers): Promise<FaultInjector> {
  const key = `${workers === 'two'} ${flow.name}`;
  const fate = undisturbed.get(key) ?? (await tell(flow, workers)).world.fate;
  undisturbed.set(key, fate);
  return fate;
}

/**
 * Tells the flow again and again, struck before and after its first call, its second, …, its last. Where the next call follows at once,
 * right after one is right before the other, and struck once. Else the two differ: by whether a call was done (`fails`), or by a clock
 * that is read between (`sleeps`). Of these points, the share that the seed and the number choose.
 */
export async function tryEveryStep(
  flow: Flow,
  workers: Workers,
  how: Fault['how'],
  number: number,
): Promise<Tried> {
  const fate = await callsOf(flow, workers);
  const isOnce = how !== 'fails' && how !== 'sleeps';
  const points = Array.from({ length: fate.calls() }, (_, i) => i + 1).flatMap((n): Fault[] => [
    { n, how, when: 'before' },
    ...(isOnce && fate.isFollowedAtOnce(n) ? [] : [{ n, how, when: 'after' } as const]),
  ]);
  const blows = shareOf(points, number);
  const violations: string[] = [];
  // Together, because a worker that meets an outage repeats a write in real time.
  await Promise.all(
    blows.map(async (blow) => {
      const told = await tell(flow, workers, blow);
      const hit = told.world.fate.hit() ?? 'never came there';
      violations.push(...told.violations.map((violation) => `${blow.n}, ${hit}: ${violation}`));
    }),
  );
  return { points: blows.length, violations };
}
