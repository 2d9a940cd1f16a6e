import { Stack, Text } from '@mantine/core';
import { Chart, COLORS, type Series } from '../../parts/charts/chart';
import { addDays } from '../../words/days';
import { formatCount } from '../../words/format';
import {
  groupLabel,
  groupValue,
  groupWords,
  valueWords,
  type Measure,
  type Report,
  type Row,
} from './columns';

interface ChartOf {
  readonly report: Report;
  readonly by: readonly string[];
  /** One or two. */
  readonly measures: readonly [Measure, Measure?];
}

const MAX_LINES = 5;
const MAX_BARS = 20;
const LINE_COLORS = [COLORS.good, COLORS.info, COLORS.wait, COLORS.bad, COLORS.plain];

const isTime = (group: string): boolean => group === 'day' || group === 'hour';

/** Whether there is something to draw. */
export const canChart = ({ rows }: Report, by: readonly string[]): boolean =>
  rows.length > 1 && by.length > 0 && by.length <= 2;

/** Measures of the report: over time if it is grouped by time, else of the largest groups. */
export function ReportChart({ report, by, measures }: ChartOf) {
  const other = by.find((group) => !isTime(group));
  if (!by.some(isTime)) return <GroupBars report={report} by={by} measures={measures} />;
  if (other === undefined) return <TimeChart report={report} by={by} measures={measures} />;
  // Each group has a line, so each measure has a chart.
  return (
    <Stack gap="md">
      {measures.map(
        (measure) => measure && <GroupLines key={measure.id} {...{ report, by, other, measure }} />,
      )}
    </Stack>
  );
}

const titleOf = (measures: readonly (Measure | undefined)[], by: readonly string[]): string =>
  `${measures.flatMap((measure) => measure?.label ?? []).join(' and ')} by ${by.map(groupLabel).join(' and ').toLowerCase()}`;

const scaleOf = ({ show, kind }: Measure, { currency }: Report) => ({
  format: (value: number): string => show(value, currency),
  isWhole: kind === 'count',
});

/** The series of measures: what is counted in something else than the first has the axis on the right. */
const seriesOf = (report: Report, [first, second]: ChartOf['measures']): Series[] => [
  { name: first.id, label: first.label, color: COLORS.good },
  ...(second
    ? [
        {
          ...{ name: second.id, label: second.label, color: COLORS.info },
          ...(second.kind !== first.kind && { right: scaleOf(second, report) }),
        },
      ]
    : []),
  ...(report.previous
    ? [
        {
          ...{ name: 'before', label: `${first.label}, ${daysWords(report.previous)}` },
          ...{ color: COLORS.plain, isDashed: true },
        },
      ]
    : []),
];

/** `2026-11-01 to 2026-11-07` */
export const daysWords = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  from === to ? from : `${from} to ${to}`;

const pointOf = (row: Row, [first, second]: ChartOf['measures']) => ({
  [first.id]: first.of(row),
  ...(second && { [second.id]: second.of(row) }),
  ...(row.previous && { before: first.of(row.previous) }),
});

function TimeChart({ report, by, measures }: ChartOf) {
  const rows = report.rows.toSorted((a, b) => (timeKey(a, by) < timeKey(b, by) ? -1 : 1));
  const data = rows.map((row) => ({ at: timeWords(report, row, by), ...pointOf(row, measures) }));
  const series = seriesOf(report, measures);
  return (
    <Chart
      kind={series.length === 1 && measures[0].kind === 'count' ? 'bars' : 'lines'}
      {...{ title: titleOf(measures, by), data, series, by: 'at', ...scaleOf(measures[0], report) }}
      running={runningWords(report, by)}
    />
  );
}

const timeKey = (row: Row, by: readonly string[]): string =>
  ['day', 'hour'].flatMap((group) => (by.includes(group) ? (groupValue(row, group) ?? '') : [])).join(' ');

const timeWords = (report: Report, row: Row, by: readonly string[]): string =>
  by
    .filter(isTime)
    .map((group) => groupWords(report, row, group))
    .join(' ');

/** The point of the time that is not over, as the chart names it. */
function runningWords(report: Report, by: readonly string[]): string | undefined {
  const { running, from, to } = report;
  if (!running || (!by.includes('day') && from !== to)) return undefined;
  return by
    .filter(isTime)
    .map((group) => valueWords(report, group, group === 'day' ? running.day : running.hour))
    .join(' ');
}

/** The largest groups, side by side. */
function GroupBars({ report, by, measures }: ChartOf) {
  const [first] = measures;
  const data = report.rows
    .toSorted((a, b) => (first.of(b) ?? -Infinity) - (first.of(a) ?? -Infinity))
    .slice(0, MAX_BARS)
    .map((row) => ({
      name: by.map((group) => groupWords(report, row, group)).join(' · '),
      ...pointOf(row, measures),
    }));
  const series = seriesOf(report, measures);
  return (
    <>
      <Chart
        kind="bars"
        isGrouped
        {...{ title: titleOf(measures, by), data, series, by: 'name', ...scaleOf(first, report) }}
      />
      <LeftOut shown={data.length} of={report.rows.length} />
    </>
  );
}

interface LinesOf extends Omit<ChartOf, 'measures'> {
  readonly other: string;
  readonly measure: Measure;
}

/** One line for each of the largest groups over time. */
function GroupLines({ report, by, other, measure }: LinesOf) {
  const groups = largestFirst(report, other, measure);
  const names = groups.slice(0, MAX_LINES);
  // What did not happen is none; a share of nothing is no number.
  const none = measure.kind === 'count' || measure.kind === 'money' ? 0 : null;
  const empty = Object.fromEntries(names.map((name) => [name, none]));
  const points = new Map<string, Record<string, string | number | null>>(
    timesOf(report, by).map(([key, at]) => [key, { at, ...empty }]),
  );
  for (const row of report.rows) {
    const name = groupWords(report, row, other);
    if (!names.includes(name)) continue;
    const key = timeKey(row, by);
    const point = points.get(key) ?? { at: timeWords(report, row, by), ...empty };
    point[name] = measure.of(row);
    points.set(key, point);
  }
  const data = [...points].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, point]) => point);
  const series = names.map((name, at): Series => ({
    ...{ name, label: name },
    color: LINE_COLORS[at % LINE_COLORS.length] ?? COLORS.good,
  }));
  return (
    <div>
      <Chart
        kind="lines"
        {...{ title: titleOf([measure], by), data, series, by: 'at', ...scaleOf(measure, report) }}
        running={runningWords(report, by)}
      />
      <LeftOut shown={series.length} of={groups.length} />
    </div>
  );
}

/** The days or hours of a report up to now, also those without rows: their keys and their words. */
function timesOf(report: Report, by: readonly string[]): (readonly [key: string, words: string])[] {
  const { from, to, running } = report;
  const isToday = running !== null && from === to;
  const keys = by.includes('day')
    ? daysBetween(from, running?.day ?? to)
    : Array.from({ length: isToday ? Number(running.hour) + 1 : 24 }, (_, hour) =>
        String(hour).padStart(2, '0'),
      );
  const group = by.includes('day') ? 'day' : 'hour';
  return keys.map((key) => [key, valueWords(report, group, key)]);
}

function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** What the chart has no room for stands in the table. */
const LeftOut = ({ shown, of }: { readonly shown: number; readonly of: number }) =>
  shown < of && (
    <Text size="xs" c="dimmed">
      The {shown} largest of {formatCount(of)}; the table has all.
    </Text>
  );

/** The groups. Shares and times of days can't be added: there the largest are those with the most calls. */
function largestFirst(report: Report, group: string, { kind, of }: Measure): readonly string[] {
  const isSum = kind === 'count' || kind === 'money';
  const sums = new Map<string, number>();
  for (const row of report.rows) {
    const name = groupWords(report, row, group);
    const size = isSum ? of(row) : (row.searches ?? 0) + (row.submits ?? 0);
    sums.set(name, (sums.get(name) ?? 0) + (size ?? 0));
  }
  return [...sums].sort(([, a], [, b]) => b - a).map(([name]) => name);
}
