import { newTotal } from '../../core/reports/counts.js';
import type { FactDimension } from '../../core/reports/dimensions.js';
import { tabulate } from '../../core/reports/tabulate.js';
import { binFor, binsBetween, type Bin } from '../../core/traffic/bins.js';
import { soldRow, type SoldRow } from '../../core/traffic/sold-row.js';
import type { CountPorts } from '../reports/read-counts.js';
import { countBins } from './count-bins.js';

/** What became of the leads of an entry, over time. */
export interface Series {
  readonly from: Date;
  readonly to: Date;
  readonly bin: Bin;
  /** The zone of days. */
  readonly zone: string;
  /** One for each bin, also for those without a lead. Leads count where they were received. */
  readonly points: readonly (SoldRow & { readonly at: Date })[];
  /** Of the whole time. */
  readonly total: SoldRow;
}

/** Reads a series from the report rollups. Throws as `countBins`. */
export async function readSeries(
  ports: CountPorts,
  { from, to, zone }: Pick<Series, 'from' | 'to' | 'zone'>,
  only: { readonly dimension: FactDimension; readonly value: string },
): Promise<Series> {
  const bin = binFor(from, to);
  const bins = binsBetween(from, to, bin, zone);
  const pieces = await countBins(ports, {
    ...{ bins, by: [only.dimension], only: [only] },
    ...(bin === 'day' && { days_in: zone }),
  });
  const table = tabulate(pieces, { by: ['day'], only: [only] }, bins.length + 1);
  const byBin = new Map(table?.groups.map(({ of: [name], counts }) => [name, counts]));
  return {
    ...{ from: bins[0]?.from ?? from, to, bin, zone },
    points: bins.map(({ day, from: at }) => ({ at, ...soldRow(byBin.get(day) ?? newTotal()) })),
    total: soldRow(table?.total ?? newTotal()),
  };
}
