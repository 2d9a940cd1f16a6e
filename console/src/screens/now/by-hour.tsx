import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import { useMay } from '../../app/me';
import { Chart, COLORS } from '../../parts/charts/chart';
import { Panel } from '../../parts/page';
import { formatCents, formatCount } from '../../words/format';
import type { NowBoard } from './now-screen';

const FRESH_MS = 60_000;
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

type Board = Pick<NowBoard, 'today' | 'last_week' | 'zone' | 'currency'>;

/** Accepted leads and revenue of today, hour by hour, beside the same day of last week. */
export function ByHour({ board: { today, last_week: before, zone, currency } }: { readonly board: Board }) {
  const days = [today.day, before.day] as const;
  const { data } = useQuery({
    queryKey: ['now', 'hours', ...days],
    queryFn: ({ signal }) => Promise.all(days.map((day) => hoursOf(day, signal))),
    refetchInterval: FRESH_MS,
    enabled: useMay()('reports:read'),
  });
  if (!data) return null;
  const reached = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(today.to));
  const chartOf = (title: string, of: Measure, format: (value: number) => string, isWhole: boolean) => (
    <Panel title={`${title} by hour`}>
      <Chart
        kind="lines"
        title={`${title} by hour, today and the same day of last week`}
        by="hour"
        height={200}
        data={HOURS.map((hour) => ({
          hour,
          today: hour > reached ? null : (data[0]?.get(hour)?.[of] ?? 0),
          before: data[1]?.get(hour)?.[of] ?? 0,
        }))}
        series={[
          { name: 'today', label: 'Today', color: COLORS.good },
          { name: 'before', label: 'Last week', color: COLORS.plain, isDashed: true },
        ]}
        format={format}
        isWhole={isWhole}
      />
    </Panel>
  );
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      {chartOf('Accepted', 'accepted', formatCount, true)}
      {chartOf('Revenue', 'revenue_cents', (cents) => formatCents(cents, currency), false)}
    </SimpleGrid>
  );
}

type Measure = 'accepted' | 'revenue_cents';

async function hoursOf(day: string, signal: AbortSignal) {
  const query = { from: day, to: day, by: 'hour' };
  const { rows } = await answerOf(api.GET('/api/v1/operator/reports', { params: { query }, signal }));
  return new Map(rows.map((row) => [row.hour ?? '', row]));
}
