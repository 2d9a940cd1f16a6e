import type { Redis } from 'ioredis';
import type { ProcessBoard } from '../../../app/ports/alert-sources.js';
import type { ProcessReading } from '../../../core/alerts/readings.js';

/** Three announcements may be lost before a process counts as gone. */
const FRESH_MS = 35_000;
const FORGET_MS = 600_000;

/** A hash in Redis: one member for each run of a process. The reader removes those of killed ones. */
export function createProcessBoard(redis: Redis, prefix: string): ProcessBoard {
  const key = `${prefix}:processes`;
  return {
    async announce(id, process) {
      await redis.hset(key, id, JSON.stringify(process));
    },
    async leave(id) {
      await redis.hdel(key, id);
    },
    async list(now) {
      const found = Object.entries(await redis.hgetall(key)).map(([id, text]) => ({ id, ...parse(text) }));
      const gone = found.filter(({ at }) => now.getTime() - at.getTime() > FORGET_MS);
      if (gone.length > 0) await redis.hdel(key, ...gone.map(({ id }) => id));
      return found
        .filter(({ at }) => now.getTime() - at.getTime() <= FRESH_MS)
        .map(({ id: _, ...process }) => process);
    },
  };
}

function parse(text: string): ProcessReading {
  const { at, ...rest } = JSON.parse(text) as Omit<ProcessReading, 'at'> & { readonly at: string };
  return { ...rest, at: new Date(at) };
}
