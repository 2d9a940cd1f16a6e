import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import type { ChartParts } from './chart';

/** Draws what `chart.tsx` asks for. It is loaded with the first chart. */
export default function Charts({ kind, data, by, series, format, height = 260 }: ChartParts) {
  const shared = {
    ...{ h: height, data: [...data], dataKey: by, series: [...series], valueFormatter: format },
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
