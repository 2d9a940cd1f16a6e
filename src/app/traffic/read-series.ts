import { reasonsOf, type ReasonCounts } from '../../core/reports/columns.js';
import { newTotal } from '../../core/reports/counts.js';
import type { FactDimension } from '../../core/reports/dimensions.js';
import { tabulate } from '../../core/reports/tabulate.js';
import { binFor, binsBetween, type Bin } from '../../core/traffic/bins.js';
import { soldRow, type SoldRow } from '../../core/traffic/sold-row.js';
import { countUpToNow, type RefusalMemory } from '../reports/count-up-to-now.js';
import type { CountPorts, Reach } from '../reports/read-counts.js';
import { countBins } from './count-bins.js';

/** What became of the leads of an entry, over time. */
export interface Series {
  readonly from: Date;
  /** Of a series up to now: earlier than now if too many leads are not counted yet. */
  readonly to: Date;
  readonly bin: Bin;
  /** The zone of days. */
  readonly zone: string;
  /** One for each bin, also for those without a lead. Leads count where they were received. */
  readonly points: readonly (SoldRow & { readonly at: Date })[];
  /** Of the whole time. */
  readonly total: SoldRow;
  /** Why leads were refused in the whole time, the most frequent first. */
  readonly reasons: ReasonCounts;
}

const MOST_REASONS = 15;

interface SeriesTimes extends Pick<Series, 'from' | 'zone'> {
  /** Absent: up to now. */
  readonly to?: Date;
}

interface Only {
  readonly dimension: FactDimension;
  readonly value: string;
}

/** Reads a series from the report rollups. Throws as `countBins`, but one up to now is never too much to count. */
export type SeriesReader = (times: SeriesTimes, only: Only) => Promise<Series>;

export function createSeriesReader(ports: CountPorts): SeriesReader {
  // A month may be too much where a day is not.
  const memories: Readonly<Record<Bin, RefusalMemory>> = { quarter: {}, hour: {}, day: {} };
  return ({ from, to, zone }, only) => {
    if (to) return readSeries(ports, { from, to, zone, bin: binFor(from, to) }, only);
    const now = ports.clock();
    const bin = binFor(from, now);
    return countUpToNow(ports, memories[bin], { from, now }, (end, reach) =>
      readSeries(ports, { from, to: end, zone, bin }, only, reach),
    );
  };
}

async function readSeries(
  ports: CountPorts,
  { from, to, zone, bin }: Pick<Series, 'from' | 'to' | 'zone' | 'bin'>,
  only: Only,
  reach: Reach = 'now',
): Promise<Series> {
  const bins = binsBetween(from, to, bin, zone);
  const segments = await countBins(ports, {
    ...{ bins, by: [only.dimension], only: [only], reach },
    ...(bin === 'day' && { days_in: zone }),
  });
  const table = tabulate(segments, { by: ['day'], only: [only] }, bins.length + 1);
  const byBin = new Map(table?.groups.map(({ of: [name], counts }) => [name, counts]));
  return {
    ...{ from: bins[0]?.from ?? from, to, bin, zone },
    points: bins.map(({ day, from: at }) => ({ at, ...soldRow(byBin.get(day) ?? newTotal()) })),
    total: soldRow(table?.total ?? newTotal()),
    reasons: reasonsOf(table?.total.reasons, MOST_REASONS),
  };
}
