import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import type { ChartParts } from './chart';

const LONGEST_NAME = 28;

/** Names beside a chart must leave room for the chart. */
const short = (name: string): string =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;

/** Draws what `chart.tsx` asks for. It is loaded with the first chart. */
export default function Charts({ kind, data: given, by, series: all, format, height = 260 }: ChartParts) {
  const series = all.map((one) => ({ ...one, label: short(one.label) }));
  const data = given.map((point) => ({ ...point, [by]: short(String(point[by] ?? '')) }));
  const shared = {
    ...{ h: height, data, dataKey: by, series, valueFormatter: format },
    withLegend: series.length > 1,
    tickLine: 'none' as const,
    gridAxis: 'x' as const,
    yAxisProps: { width: 72 },
  };
  if (kind === 'bars')
    return <BarChart {...shared} maxBarWidth={42} type={series.length > 1 ? 'stacked' : 'default'} />;
  return (
    <LineChart
      {...shared}
      curveType="monotone"
      withDots={data.length < 40}
      strokeWidth={2}
      connectNulls={false}
    />
  );
}
