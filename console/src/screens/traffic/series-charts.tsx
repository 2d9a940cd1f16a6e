import type { ReactNode } from 'react';
import { Grid, Stack, Text } from '@mantine/core';
import { useZone } from '../../app/zone';
import { Chart, COLORS } from '../../parts/charts/chart';
import { DataTable, type Column } from '../../parts/data-table';
import { Panel } from '../../parts/page';
import { formatCount, formatDay, formatLength, formatMoment, formatShare } from '../../words/format';
import { ruleShort } from '../../words/refusal-words';
import type { Offer } from './words';

export type Series = Offer['series'];

interface SeriesParts {
  readonly series: Series;
  /** Beside what became of the leads. Absent: answer times. */
  readonly beside?: ReactNode;
}

/** Answer times, what became of the leads, and why some were refused, over the same time. */
export const SeriesCharts = ({ series, beside = <ResponseTimes series={series} /> }: SeriesParts) => (
  <Stack gap="md">
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 6 }}>{beside}</Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Outcomes series={series} />
      </Grid.Col>
    </Grid>
    <Reasons series={series} />
  </Stack>
);

/** A bar of a day is that day of the buyer, wherever the reader is. */
export function useBins({ bin, zone: own }: Series): (time: string) => string {
  const { zone } = useZone();
  return (time) => (bin === 'day' ? formatDay(time, own) : formatMoment(time, zone));
}

function ResponseTimes({ series }: { readonly series: Series }) {
  const at = useBins(series);
  const { points, total } = series;
  return (
    <Panel title="Response times">
      {total.answer_ms ? (
        <>
          <Text size="xs" c="dimmed" mb="xs">
            Median {formatLength(total.answer_ms.p50)}, 95th percentile {formatLength(total.answer_ms.p95)},
            99th percentile {formatLength(total.answer_ms.p99)}, timeouts {formatShare(total.timeout_share)}.
          </Text>
          <Chart
            kind="lines"
            title="Response times"
            by="at"
            data={points.map((point) => ({
              at: at(point.at),
              ...{ p50: point.answer_ms?.p50 ?? null, p95: point.answer_ms?.p95 ?? null },
              p99: point.answer_ms?.p99 ?? null,
            }))}
            series={[
              { name: 'p50', label: 'Median', color: COLORS.good },
              { name: 'p95', label: '95th percentile', color: COLORS.wait },
              { name: 'p99', label: '99th percentile', color: COLORS.bad },
            ]}
            format={formatLength}
          />
        </>
      ) : (
        <Text size="sm">No answers in this period.</Text>
      )}
    </Panel>
  );
}

function Outcomes({ series }: { readonly series: Series }) {
  const at = useBins(series);
  const { points, total } = series;
  return (
    <Panel title="Lead outcomes">
      <Text size="xs" c="dimmed" mb="xs">
        {formatCount(total.submits)} leads: {formatCount(total.accepted)} accepted (
        {formatShare(total.accept_rate)}), {formatCount(total.refused)} refused, {formatCount(total.pending)}{' '}
        not decided, {formatCount(total.unknown)} unknown.
      </Text>
      <Chart
        kind="bars"
        title="Lead outcomes"
        by="at"
        data={points.map(({ at: time, accepted, refused, pending, unknown }) => ({
          at: at(time),
          ...{ accepted, refused, pending, unknown },
        }))}
        series={[
          { name: 'accepted', label: 'Accepted', color: COLORS.good },
          { name: 'refused', label: 'Refused', color: COLORS.plain },
          { name: 'pending', label: 'Not decided', color: COLORS.info },
          { name: 'unknown', label: 'Unknown', color: COLORS.bad },
        ]}
        isWhole
        format={formatCount}
      />
    </Panel>
  );
}

type Reason = Series['reasons'][number];

/** Why leads were refused. Nothing if none was. */
function Reasons({ series: { reasons, total } }: { readonly series: Series }) {
  if (reasons.length === 0) return null;
  const columns: readonly Column<Reason>[] = [
    {
      id: 'reason',
      head: 'Reason',
      cell: ({ reason }) => <span className="foreign">{ruleShort(reason)}</span>,
    },
    { id: 'count', head: 'Leads', number: true, cell: ({ count }) => formatCount(count) },
    {
      id: 'share',
      head: 'Of all leads',
      number: true,
      cell: ({ count }) => formatShare(count / Math.max(total.submits, count)),
    },
  ];
  return (
    <Panel title="Why leads were refused" flush>
      <DataTable
        caption="Why leads were refused"
        columns={columns}
        rows={reasons}
        keyOf={({ reason }) => reason}
      />
    </Panel>
  );
}
