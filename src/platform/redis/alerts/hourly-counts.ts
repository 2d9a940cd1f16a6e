import type { Redis } from 'ioredis';
import type { HourlyCounts } from '../../../app/ports/alert-sources.js';

const HOUR_MS = 3_600_000;
const KEPT_MS = 48 * HOUR_MS;

/** One hash for each thing that is counted and each hour. */
export function createHourlyCounts(redis: Redis, prefix: string): HourlyCounts {
  const keyOf = (what: string, hour: number): string =>
    `${prefix}:counts:${what}:${new Date(hour * HOUR_MS).toISOString().slice(0, 13)}`;
  return {
    async add(what, counts, now) {
      const key = keyOf(what, Math.floor(now.getTime() / HOUR_MS));
      const commands = redis.multi();
      for (const [name, count] of counts) commands.hincrby(key, name, count);
      await commands.pexpire(key, KEPT_MS).exec();
    },
    async sums(what, hoursBefore, now) {
      const hour = Math.floor(now.getTime() / HOUR_MS);
      const hours = Array.from({ length: hoursBefore + 1 }, (_, back) => hour - back);
      const found = await Promise.all(hours.map((each) => redis.hgetall(keyOf(what, each))));
      const sums = new Map<string, number>();
      for (const [name, count] of found.flatMap((each) => Object.entries(each)))
        sums.set(name, (sums.get(name) ?? 0) + Number(count));
      return sums;
    },
  };
}
