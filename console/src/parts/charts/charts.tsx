import '@mantine/charts/styles.css';
import type { ReactNode } from 'react';
import { ColorSwatch, Group, Paper, Text } from '@mantine/core';
import { BarChart, LineChart } from '@mantine/charts';
import type { ChartParts } from './chart';

const LONGEST_NAME = 28;

/** Names beside a chart must leave room for the chart. */
const short = (name: string): string =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;

/** Draws what `chart.tsx` asks for. It is loaded with the first chart. */
export default function Charts(parts: ChartParts) {
  const { kind, data: given, by, series: all, format, isWhole, isGrouped, running, height = 260 } = parts;
  const series = all.map(({ isDashed, right, ...one }) => ({
    ...{ ...one, label: short(one.label) },
    ...(isDashed && { strokeDasharray: '5 5' }),
    ...(right && { yAxisId: 'right' }),
  }));
  const data = given.map((point) => ({ ...point, [by]: short(String(point[by] ?? '')) }));
  const right = all.find((one) => one.right)?.right;
  const shared = {
    ...{ h: height, data, dataKey: by, series, valueFormatter: format },
    withLegend: series.length > 1,
    tickLine: 'none' as const,
    gridAxis: 'x' as const,
    yAxisProps: { width: 72, allowDecimals: isWhole !== true },
    ...(right && {
      withRightYAxis: true,
      rightYAxisProps: { width: 72, allowDecimals: right.isWhole !== true, tickFormatter: right.format },
      // The library's own writes all numbers in one format.
      tooltipProps: {
        content: ({ label, payload }: Hovered) => <Values label={label} payload={payload} parts={parts} />,
      },
    }),
    ...(running !== undefined && {
      referenceLines: [{ x: short(running), label: 'so far', labelPosition: 'insideTopRight' as const }],
    }),
  };
  if (kind === 'bars')
    return (
      <BarChart {...shared} maxBarWidth={42} type={series.length > 1 && !isGrouped ? 'stacked' : 'default'} />
    );
  return (
    <LineChart
      {...shared}
      curveType="linear"
      withDots={data.length < 40}
      strokeWidth={2}
      connectNulls={false}
    />
  );
}

/** What the library tells of the point under the pointer. */
interface Hovered {
  readonly label?: ReactNode;
  readonly payload?: readonly { readonly name?: unknown; readonly value?: unknown }[];
}

const Values = ({ label, payload = [], parts }: Hovered & { readonly parts: ChartParts }) => (
  <Paper px="sm" py="xs" withBorder shadow="md">
    <Text size="sm" fw={550}>
      {label}
    </Text>
    {parts.series.map(({ name, label: words, color, right }) => {
      const value = payload.find((one) => one.name === name)?.value;
      return (
        <Group key={name} gap={6} wrap="nowrap">
          <ColorSwatch size={10} color={color} withShadow={false} />
          <Text size="sm" className="tabular">
            {words}: {typeof value === 'number' ? (right ?? parts).format(value) : '–'}
          </Text>
        </Group>
      );
    })}
  </Paper>
);
