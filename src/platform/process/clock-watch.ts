import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { Gauge, type Registry } from 'prom-client';
import {
  clockState,
  clockWords,
  leastDifference,
  worstOf,
  type ClockDifference,
} from '../../core/clock-difference.js';
import type { Log } from './logger.js';

/** Reads a server's clock, in milliseconds of the epoch. Undefined: it does not tell. */
type ServerClock = () => Promise<number | undefined>;

/** What is known of this process's clock. */
export interface ClockWatch {
  /** Compares the clock with those of the servers, as far as they answer in time. Never rejects. */
  look(): Promise<void>;
  /** The worst one. Undefined: nothing was compared yet. */
  difference(): ClockDifference | undefined;
  /** Why this process takes no work. Undefined: as far as is known, its clock is right enough. */
  fault(): string | undefined;
  /** What an operator should know of it although work is taken. */
  notes(): readonly string[];
  /** The time by Redis's clock, as far as it is known. */
  sharedTime(): Date;
}

interface Watched {
  readonly clocks: Readonly<Record<ClockDifference['of'], ServerClock>>;
  readonly now: () => number;
  readonly log: Pick<Log, 'warn' | 'info'>;
}

/** Sooner than `/readyz` gives a probe up. */
const LOOK_LIMIT_MS = 700;

/** The clocks of the servers. FerretDB tells its own, which may be that of another machine than PostgreSQL's. */
export const serverClocks = (redis: Redis, connection: Connection): Watched['clocks'] => ({
  async Redis() {
    const [seconds, micros] = await redis.time();
    return Number(seconds) * 1_000 + Number(micros) / 1_000;
  },
  async MongoDB() {
    const said = (await connection.db?.command({ hello: 1 })) as { readonly localTime?: unknown } | undefined;
    return said?.localTime instanceof Date ? said.localTime.getTime() : undefined;
  },
});

/** A server that is away keeps what was known of it: nothing says that the clock is right again. */
export function createClockWatch({ clocks, now, log }: Watched): ClockWatch {
  const known = new Map<ClockDifference['of'], ClockDifference>();
  const running = new Map<ClockDifference['of'], Promise<void>>();
  let said: ReturnType<typeof clockState> = 'right';

  const difference = (): ClockDifference | undefined => worstOf([...known.values()]);

  function say(): void {
    const worst = difference();
    const state = clockState(worst?.ms ?? 0);
    if (!worst || state === said) return;
    said = state;
    const seen = { difference_ms: Math.round(worst.ms), of: worst.of };
    if (state === 'right') log.info(seen, 'the clock is right again');
    else log.warn(seen, wordsOf(worst));
  }

  async function compare(of: ClockDifference['of']): Promise<void> {
    const before = now();
    const server = await clocks[of]();
    const after = now();
    // The own clock was set back meanwhile.
    if (server === undefined || after < before) return;
    known.set(of, { ms: leastDifference(before, server, after), of });
    say();
  }

  function begin(of: ClockDifference['of']): Promise<void> {
    const turn =
      running.get(of) ??
      compare(of)
        .catch(() => undefined)
        .finally(() => running.delete(of));
    running.set(of, turn);
    return turn;
  }

  return {
    async look() {
      const all = Promise.all((['Redis', 'MongoDB'] as const).map(begin));
      await Promise.race([all, pause(LOOK_LIMIT_MS, undefined, { ref: false })]);
    },
    difference,
    fault() {
      const worst = difference();
      return worst && clockState(worst.ms) === 'wrong' ? wordsOf(worst) : undefined;
    },
    notes() {
      const worst = difference();
      return worst && clockState(worst.ms) === 'off' ? [wordsOf(worst)] : [];
    },
    sharedTime: () => new Date(now() - (known.get('Redis')?.ms ?? 0)),
  };
}

const wordsOf = (worst: ClockDifference): string =>
  clockState(worst.ms) === 'wrong'
    ? `the clock is ${clockWords(worst)}, and no work is taken until it is right`
    : `the clock is ${clockWords(worst)}: set it right`;

/** Measures the differences of this process. */
export function measureClock(metrics: Registry, watch: Pick<ClockWatch, 'difference'>): void {
  new Gauge({
    name: 'leadkeep_clock_difference_seconds',
    help: "How far this process's clock is ahead of that of Redis or MongoDB, the worse of the two",
    registers: [metrics],
    collect() {
      this.set((watch.difference()?.ms ?? 0) / 1_000);
    },
  });
}
