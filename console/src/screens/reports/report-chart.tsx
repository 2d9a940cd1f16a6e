import { Chart, COLORS, type Series } from '../../parts/charts/chart';
import { groupLabel, groupValue, type Measure, type Report, type Row } from './columns';

interface ChartOf {
  readonly report: Report;
  readonly by: readonly string[];
  readonly measure: Measure;
}

const MOST_LINES = 5;
const MOST_BARS = 20;
const LINE_COLORS = [COLORS.good, COLORS.info, COLORS.wait, COLORS.bad, COLORS.plain];

const isTime = (group: string): boolean => group === 'day' || group === 'hour';
const unitOf = ({ id }: Measure): number => (id.endsWith('_cents') ? 100 : 1);

/** One measure of the report: over time if it is grouped by time, else the largest groups. */
export function ReportChart({ report, by, measure }: ChartOf) {
  const times = by.filter(isTime);
  const others = by.filter((group) => !isTime(group));
  if (report.rows.length < 2 || by.length === 0 || by.length > 2 || times.length > 1) return null;
  const format = (value: number): string => measure.show(value, report.currency);
  const title = `${measure.label} by ${by.map(groupLabel).join(' and ').toLowerCase()}`;
  const [time] = times;
  if (time === undefined) {
    const [first = ''] = by;
    const data = topRows(report.rows, measure)
      .slice(0, MOST_BARS)
      .map((row) => ({
        name: by.map((group) => groupValue(row, group)).join(' · '),
        value: measure.of(row),
      }));
    return (
      <Chart
        kind="bars"
        title={title}
        data={data}
        by="name"
        format={format}
        series={[{ name: 'value', label: groupLabel(first), color: COLORS.good }]}
      />
    );
  }
  const [other] = others;
  const { data, series } = overTime(report.rows, time, other, measure);
  const kind = other === undefined && unitOf(measure) === 1 && !measure.id.startsWith('p') ? 'bars' : 'lines';
  return <Chart kind={kind} title={title} data={data} by="at" format={format} series={series} />;
}

const topRows = (rows: readonly Row[], { of }: Measure): readonly Row[] =>
  rows.toSorted((a, b) => (of(b) ?? -Infinity) - (of(a) ?? -Infinity));

/** One line for each of the largest groups. */
function overTime(rows: readonly Row[], time: string, other: string | undefined, measure: Measure) {
  const names = other === undefined ? [measure.label] : largest(rows, other, measure);
  const points = new Map<string, Record<string, string | number | null>>();
  for (const row of rows) {
    const at = groupValue(row, time);
    const name = other === undefined ? measure.label : groupValue(row, other);
    if (!names.includes(name)) continue;
    const point = points.get(at) ?? { at };
    point[name] = measure.of(row);
    points.set(at, point);
  }
  const data = [...points.values()].sort((a, b) => String(a['at']).localeCompare(String(b['at'])));
  const series = names.map((name, at): Series => ({
    name,
    label: name,
    color: LINE_COLORS[at % LINE_COLORS.length] ?? COLORS.good,
  }));
  return { data, series };
}

function largest(rows: readonly Row[], group: string, { of }: Measure): readonly string[] {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const name = groupValue(row, group);
    sums.set(name, (sums.get(name) ?? 0) + (of(row) ?? 0));
  }
  return [...sums]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_LINES)
    .map(([name]) => name);
}
