import type { Day } from '../../core/reports/calendar.js';
import type { Segment, Question } from '../../core/reports/tabulate.js';
import { readCounts, type CountPorts, type Reach } from '../reports/read-counts.js';

interface Counting {
  readonly bins: readonly Day[];
  /** By what the facts must be split. */
  readonly by: Question['by'];
  readonly only?: Question['only'];
  /** The zone of the days, if the bins are whole days. Without it everything is added up from quarters. */
  readonly days_in?: string;
  /** Absent: `now`. */
  readonly reach?: Reach;
}

/**
 * The facts of leads and searches in bins of whole quarters, from the report rollups; what is not counted yet is
 * counted from the records, unless `reach` says otherwise. The `day` of a piece is the name of its bin. Throws a ReportRefused if there is too much
 * to count, or an outage.
 */
export async function countBins(
  ports: CountPorts,
  { bins, by, only = [], days_in, reach }: Counting,
): Promise<readonly Segment[]> {
  const [first, last] = [bins[0], bins.at(-1)];
  if (!first || !last) return [];
  const times = { days: bins, first, last, zone: days_in ?? 'UTC', parts: days_in === undefined };
  return (await readCounts(ports, { by, only, ...times }, reach)).segments;
}
