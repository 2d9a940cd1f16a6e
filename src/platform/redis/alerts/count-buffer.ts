import type { HourlyCounts } from '../../../app/ports/alert-sources.js';

/** Counts in memory what happens often, so that counting adds no command to any call. */
export interface CountBuffer {
  count(what: string, name: string, by?: number): void;
  /** Adds what was counted since the last flush. If that fails, it stays for the next one. */
  flush(now: Date): Promise<void>;
}

export function createCountBuffer(hourly: Pick<HourlyCounts, 'add'>): CountBuffer {
  const counted = new Map<string, Map<string, number>>();
  const count: CountBuffer['count'] = (what, name, by = 1) => {
    const counts = counted.get(what) ?? new Map<string, number>();
    counted.set(what, counts.set(name, (counts.get(name) ?? 0) + by));
  };
  return {
    count,
    async flush(now) {
      for (const [what, counts] of [...counted]) {
        counted.delete(what);
        try {
          await hourly.add(what, counts, now);
        } catch (error) {
          for (const [name, by] of counts) count(what, name, by);
          throw error;
        }
      }
    },
  };
}
