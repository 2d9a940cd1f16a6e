import type { AnswerDays } from '../../core/alerts/readings.js';
import { QUARTER_MS, quarterOf } from '../../core/quarters.js';
import { tabulate } from '../../core/reports/tabulate.js';
import { soldRow } from '../../core/traffic/sold-row.js';
import { createSharedRead } from '../now/shared-read.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { CountPorts } from '../reports/read-counts.js';
import { countBins } from './count-bins.js';

const DAYS = 8;
const DAY_MS = 86_400_000;
const MAX_GROUPS = 10_000;

/** How fast active buyers answered. Throws on an outage. */
export type AnswerDaysReader = () => Promise<readonly AnswerDays[]>;

interface AnswerPorts extends CountPorts {
  readonly catalogue: CatalogueSource;
}

/**
 * Reads a week of counts, at most once in a quarter of an hour. It ends where the sweeper has counted: what came since
 * may be too much to count here, and the newest minutes say little of a day.
 */
export function createAnswerDaysReader(ports: AnswerPorts): AnswerDaysReader {
  const shared = createSharedRead((now) => readDays(ports, now), QUARTER_MS, ports.clock);
  return async () => (await shared.get()).value;
}

async function readDays(ports: AnswerPorts, now: Date): Promise<readonly AnswerDays[]> {
  const counted = (await ports.rollups.progress())?.to ?? now;
  const to = Math.min(quarterOf(now).getTime(), counted.getTime());
  const days: { from: Date; of: ReadonlyMap<string, { answers: number; p95_ms: number }> }[] = [];
  // One after the other: each may hold many counts.
  for (let back = 0; back < DAYS; back += 1) {
    const from = new Date(to - (back + 1) * DAY_MS);
    const bin = { day: from.toISOString(), from, to: new Date(to - back * DAY_MS) };
    const segments = await countBins(ports, { bins: [bin], by: ['buyer'], reach: 'counted' });
    days.push({ from, of: byBuyer(segments) });
  }
  const buyers = [...ports.catalogue.current().buyers.values()];
  return buyers
    .filter(({ status }) => status === 'active')
    .map(({ id, handle, name }) => ({
      ...{ buyer_id: id, handle, name },
      days: days.map(({ from, of }) => ({ from, ...(of.get(id) ?? { answers: 0, p95_ms: 0 }) })),
    }));
}

function byBuyer(segments: Awaited<ReturnType<typeof countBins>>) {
  const groups = tabulate(segments, { by: ['buyer'], only: [] }, MAX_GROUPS)?.groups ?? [];
  return new Map(
    groups.flatMap(({ of: [id], counts }) => {
      const answers = [...(counts.ms?.values() ?? [])].reduce((sum, count) => sum + count, 0);
      return typeof id === 'string'
        ? [[id, { answers, p95_ms: soldRow(counts).answer_ms?.p95 ?? 0 }] as const]
        : [];
    }),
  );
}
