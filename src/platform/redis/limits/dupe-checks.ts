import type { Redis } from 'ioredis';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { DupeChecks } from '../../../app/ports/dupe-checks.js';
import type { CountBuffer } from '../alerts/count-buffer.js';
import { utcDayOf } from '../../../core/caps/time-ranges.js';
import { guardOutages } from '../../process/outage.js';

const DAY_MS = 86_400_000;

/** A limit check without an answer must not block a call: after this time the call gets a 503. */
const CALL_LIMIT_MS = 500;

/**
 * KEYS: the day's count. ARGV: the ceiling, ms for which the count is kept. Returns 1 if the check was counted. A
 * refused call does not count.
 */
const TAKE = `
if tonumber(redis.call('GET', KEYS[1]) or 0) >= tonumber(ARGV[1]) then return 0 end
redis.call('INCR', KEYS[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
`;

export function createDupeChecks(
  redis: Redis,
  prefix: string,
  metrics: Registry,
  happened: Pick<CountBuffer, 'count'>,
): DupeChecks {
  redis.defineCommand('takeOfDay', { numberOfKeys: 1, lua: TAKE });
  const commands = redis as Redis & {
    takeOfDay(key: string, limit: number, keptMs: number): Promise<0 | 1>;
  };
  const hits = hitRates(metrics);
  return guardOutages(
    'Redis',
    {
      async take(affiliateId: string, perDay: number, now: Date) {
        const day = utcDayOf(now);
        const taken = await commands.takeOfDay(
          `${prefix}:dupe-checks:${affiliateId}:${day}`,
          perDay,
          2 * DAY_MS,
        );
        return taken === 1 ? undefined : new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
      },
      answered(affiliate: string, likely: boolean, now: Date) {
        hits(affiliate, likely, now);
        happened.count('dupe-checks', affiliate);
        if (likely) happened.count('dupe-checks-likely', affiliate);
      },
    },
    CALL_LIMIT_MS,
  );
}

/**
 * A "likely" answer reveals that another affiliate has sold the person. A high rate of "likely" over many checks
 * means that the affiliate is probably testing a list. A day that is over is not shown, though nobody asks on the next one.
 */
export function hitRates(metrics: Registry, clock = (): Date => new Date()): DupeChecks['answered'] {
  let today = '';
  let counts = new Map<string, { asked: number; likely: number }>();
  const counter = new Counter({
    name: 'leadkeep_dupe_checks_total',
    help: 'Duplicate pre-checks answered, by affiliate and answer',
    labelNames: ['affiliate', 'likely'],
    registers: [metrics],
  });
  const gauge: Gauge<'affiliate'> = new Gauge({
    name: 'leadkeep_dupe_check_hit_rate',
    help: 'Share of "likely" among the pre-checks that this process answered on this UTC day, by affiliate',
    labelNames: ['affiliate'],
    registers: [metrics],
    collect: () => {
      beginDay(clock());
    },
  });
  function beginDay(now: Date): void {
    const day = utcDayOf(now);
    if (day <= today) return;
    gauge.reset();
    counts = new Map();
    today = day;
  }
  return (affiliate, likely, now) => {
    beginDay(now);
    const { asked, likely: before } = counts.get(affiliate) ?? { asked: 0, likely: 0 };
    const count = { asked: asked + 1, likely: before + (likely ? 1 : 0) };
    counts.set(affiliate, count);
    counter.inc({ affiliate, likely: String(likely) });
    gauge.set({ affiliate }, count.likely / count.asked);
  };
}
