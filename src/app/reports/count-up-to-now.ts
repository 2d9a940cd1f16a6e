import { hasElapsed } from '../../core/has-elapsed.js';
import { ReportRefused } from '../../core/reports/report-request.js';
import type { CountPorts, Reach } from './read-counts.js';

/** A refusal costs the reading of 200,000 records. So for a while after it only what is counted is asked for. */
const NOT_AGAIN_MS = 300_000;

/** When it was too much. Keep one for each thing that is counted. */
export interface RefusalMemory {
  refusedAt?: number;
}

/**
 * Counts something from a moment up to now. If too much of it is not counted yet for that (a busy exchange, or no
 * sweeper runs), up to where the sweeper has counted, but never before `from`: screens must not fail for being twenty
 * minutes late. Throws an outage.
 */
export async function countUpToNow<T>(
  { rollups }: Pick<CountPorts, 'rollups'>,
  memory: RefusalMemory,
  { from, now }: { readonly from: Date; readonly now: Date },
  count: (to: Date, reach: Reach) => Promise<T>,
): Promise<T> {
  const { refusedAt } = memory;
  if (refusedAt === undefined || hasElapsed(NOT_AGAIN_MS, refusedAt, now.getTime()))
    try {
      return await count(now, 'now');
    } catch (error) {
      if (!(error instanceof ReportRefused)) throw error;
      memory.refusedAt = now.getTime();
    }
  const counted = (await rollups.progress())?.to ?? from;
  return count(new Date(Math.min(now.getTime(), Math.max(from.getTime(), counted.getTime()))), 'counted');
}
