import plot from 'simple-ascii-chart';
import type { Report } from '../../app/reports/report.js';
import { formatCents } from '../../core/catalogue/money.js';
import { isTime } from '../../core/reports/dimensions.js';

const WIDTH = 72;
const HEIGHT = 10;

/** The most labels of the time axis, so that they do not overlap. */
const X_LABELS = 10;

/**
 * Draws a report over time: the revenue, or the submits if nothing was sold. Rows of one day or hour are added up.
 * Undefined if not exactly one group is time, or if there is only one moment.
 */
export function renderReportChart({ by, rows, total }: Report): string | undefined {
  const [time, ...more] = by.filter(isTime);
  if (time === undefined || more.length > 0) return undefined;
  const isMoney = total.revenue_cents !== null && total.revenue_cents !== 0 && time === 'day';
  const sums = new Map<string, number>();
  for (const row of rows) {
    const at = row[time] ?? '';
    sums.set(at, (sums.get(at) ?? 0) + ((isMoney ? row.revenue_cents : row.submits) ?? 0));
  }
  const moments = [...sums.keys()].sort();
  if (moments.length < 2) return undefined;
  const label = (moment: string): string => (time === 'day' ? moment.slice(5) : `${moment}:00`);
  const values = moments.map((moment) => sums.get(moment) ?? 0);
  const range: [number, number] = [Math.min(0, ...values), Math.max(1, ...values)];
  const every = Math.ceil(moments.length / X_LABELS);
  return plot(
    values.map((value, at): [number, number] => [at, value]),
    {
      title: `${isMoney ? 'revenue' : 'submits'} by ${time}`,
      width: WIDTH,
      height: HEIGHT,
      yRange: range,
      customXAxisTicks: moments.flatMap((_, at) => (at % every === 0 ? [at] : [])),
      customYAxisTicks: [range[0], (range[0] + range[1]) / 2, range[1]],
      formatter: (value, { axis }) =>
        axis === 'x' ? label(moments[Math.round(value)] ?? '') : isMoney ? formatCents(value) : value,
    },
  )
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line, at) => at > 0 || line !== '')
    .join('\n');
}
