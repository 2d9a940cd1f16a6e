import { seeded, type Random } from './random.js';

export const PROCESS_FAULTS = ['kill_web', 'kill_worker', 'stop_web', 'stop_worker'] as const;
export const REDIS_FAULTS = ['redis_kill', 'redis_old_snapshot', 'redis_flushall', 'redis_failover'] as const;
export const MONGO_FAULTS = ['mongo_kill'] as const;

/** The fault's target: two faults of one server can't happen at once, those of two servers can. */
export const serverOf = (kind: FaultKind): 'redis' | 'mongo' | undefined =>
  kind.startsWith('redis_') ? 'redis' : kind.startsWith('mongo_') ? 'mongo' : undefined;

export type FaultKind =
  (typeof PROCESS_FAULTS)[number] | (typeof REDIS_FAULTS)[number] | (typeof MONGO_FAULTS)[number];

/** One fault. Times in milliseconds. */
export interface Fault {
  readonly kind: FaultKind;
  /** The delay after the start of the previous fault; 0: both at once. */
  readonly after_ms: number;
  /** How long the killed or stopped target stays down. */
  readonly for_ms: number;
  /** Which of the possible targets: a share of their list, 0 ≤ which < 1. */
  readonly which: number;
}

export interface FaultPlanOptions {
  /** Whether the rehearsal may kill the servers. `storms`: Redis not in each deal. */
  readonly redis: boolean | 'storms';
  readonly mongo: boolean;
}

/**
 * After most faults of a Redis with a replica nothing is sold for up to 20 s, so they come in one of so many deals: else
 * hardly anything would be sold, and no cap be full.
 */
const STORM_EVERY = 3;

/** Workers die three times as often: there are four kinds of them. */
const processDeck: readonly FaultKind[] = [...PROCESS_FAULTS, 'kill_worker', 'kill_worker', 'stop_worker'];
const STOPPED_MS = 15_000;
/** Longer than a job's lock and an attempt's grace, so that others have taken over when the process continues. */
const LONG_STOPPED_MS = 45_000;
const LONG_STOPS = 0.2;
const OUTAGES = 0.2;
const AT_ONCE = 0.2;

/** An endless sequence of faults, the same for the same seed. Each deal has every kind once, but for those of `storms`. */
export function* planFaults(seed: number, { redis, mongo }: FaultPlanOptions): Generator<Fault> {
  const random = seeded(seed, 'faults');
  const calm = [...processDeck, ...(mongo ? MONGO_FAULTS : [])];
  const deck = redis === false ? calm : [...calm, ...REDIS_FAULTS];
  for (let deal = 0; ; deal += 1)
    for (const kind of random.shuffled(redis === 'storms' && deal % STORM_EVERY > 0 ? calm : deck))
      yield {
        kind,
        after_ms: random.chance(AT_ONCE) ? 0 : random.between(2_000, 5_000),
        for_ms: lengthOf(kind, deal, random),
        which: random.next(),
      };
}

function lengthOf(kind: FaultKind, deal: number, random: Random): number {
  // A short rehearsal has one deal, and no time for long faults.
  if (!kind.startsWith('stop_'))
    return deal > 0 && kind.endsWith('_kill') && random.chance(OUTAGES)
      ? random.between(10_000, 60_000)
      : random.between(0, 2_000);
  return deal > 0 && random.chance(LONG_STOPS) ? LONG_STOPPED_MS : STOPPED_MS;
}
