import { Text } from '@mantine/core';
import { Chart, COLORS, type Series } from '../../parts/charts/chart';
import { formatCount } from '../../words/format';
import { groupLabel, groupValue, type Measure, type Report, type Row } from './columns';

interface ChartOf {
  readonly report: Report;
  readonly by: readonly string[];
  readonly measure: Measure;
}

const MAX_LINES = 5;
const MAX_BARS = 20;
const LINE_COLORS = [COLORS.good, COLORS.info, COLORS.wait, COLORS.bad, COLORS.plain];

const isTime = (group: string): boolean => group === 'day' || group === 'hour';
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
      .slice(0, MAX_BARS)
      .map((row) => ({
        name: by.map((group) => groupValue(row, group)).join(' · '),
        value: measure.of(row),
      }));
    return (
      <>
        <Chart
          kind="bars"
          title={title}
          data={data}
          by="name"
          format={format}
          series={[{ name: 'value', label: groupLabel(first), color: COLORS.good }]}
        />
        <LeftOut shown={data.length} of={report.rows.length} />
      </>
    );
  }
  const [other] = others;
  const { data, series, groups } = overTime(report.rows, time, other, measure);
  const kind = other === undefined && measure.kind === 'count' ? 'bars' : 'lines';
  return (
    <>
      <Chart kind={kind} title={title} data={data} by="at" format={format} series={series} />
      <LeftOut shown={series.length} of={groups} />
    </>
  );
}

/** What the chart has no room for stands in the table. */
const LeftOut = ({ shown, of }: { readonly shown: number; readonly of: number }) =>
  shown < of && (
    <Text size="xs" c="dimmed">
      The {shown} largest of {formatCount(of)}; the table has all.
    </Text>
  );

const topRows = (rows: readonly Row[], { of }: Measure): readonly Row[] =>
  rows.toSorted((a, b) => (of(b) ?? -Infinity) - (of(a) ?? -Infinity));

/** One line for each of the largest groups. */
function overTime(rows: readonly Row[], time: string, other: string | undefined, measure: Measure) {
  const groups = other === undefined ? [measure.label] : largestFirst(rows, other, measure);
  const names = groups.slice(0, MAX_LINES);
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
  return { data, series, groups: groups.length };
}

/** The groups. Shares and times of days can't be added: there the largest are those with the most calls. */
function largestFirst(rows: readonly Row[], group: string, { kind, of }: Measure): readonly string[] {
  const isSum = kind === 'count' || kind === 'money';
  const sums = new Map<string, number>();
  for (const row of rows) {
    const name = groupValue(row, group);
    const size = isSum ? of(row) : (row.searches ?? 0) + (row.submits ?? 0);
    sums.set(name, (sums.get(name) ?? 0) + (size ?? 0));
  }
  return [...sums].sort(([, a], [, b]) => b - a).map(([name]) => name);
}
