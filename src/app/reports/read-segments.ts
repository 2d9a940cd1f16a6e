import type { Segment } from '../../core/reports/tabulate.js';
import type { ParsedRequest } from './parse-report-request.js';
import { readCounts, type CountPorts } from './read-counts.js';
import { readMoney } from './read-money.js';

export type SegmentPorts = CountPorts;

/** All facts of the report's days, those of each day in the order of time. */
export async function readSegments(
  ports: SegmentPorts,
  parsed: ParsedRequest,
): Promise<{ readonly segments: readonly Segment[]; readonly notes: readonly string[] }> {
  const [counts, money] = await Promise.all([readCounts(ports, parsed), readMoney(ports, parsed)]);
  return { segments: [...counts.segments, ...money], notes: counts.notes };
}
