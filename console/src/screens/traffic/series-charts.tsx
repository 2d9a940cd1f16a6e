import { Grid, Text } from '@mantine/core';
import { useZone } from '../../app/zone';
import { Chart, COLORS } from '../../parts/charts/chart';
import { Panel } from '../../parts/page';
import { formatCount, formatDay, formatLength, formatMoment, formatShare } from '../../words/format';
import type { Offer } from './words';

type Series = Offer['series'];

/** Answer times, and what became of the leads, over the same time. */
export function SeriesCharts({ series }: { readonly series: Series }) {
  const { zone } = useZone();
  const { points, total, bin } = series;
  // A bar of a day is that day of the buyer, wherever the reader is.
  const at = (time: string): string =>
    bin === 'day' ? formatDay(time, series.zone) : formatMoment(time, zone);
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Panel title="Response times">
          {total.answer_ms ? (
            <>
              <Text size="xs" c="dimmed" mb="xs">
                In all: half within {formatLength(total.answer_ms.p50)}, 95% within{' '}
                {formatLength(total.answer_ms.p95)}, 99% within {formatLength(total.answer_ms.p99)};{' '}
                {formatShare(total.timeout_share)} without an answer in time.
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
                  { name: 'p50', label: 'half within', color: COLORS.good },
                  { name: 'p95', label: '95% within', color: COLORS.wait },
                  { name: 'p99', label: '99% within', color: COLORS.bad },
                ]}
                format={formatLength}
              />
            </>
          ) : (
            <Text size="sm">No answers in this period.</Text>
          )}
        </Panel>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Panel title="Lead outcomes">
          <Text size="xs" c="dimmed" mb="xs">
            {formatCount(total.submits)} leads: {formatCount(total.accepted)} accepted (
            {formatShare(total.accept_rate)}), {formatCount(total.refused)} refused,{' '}
            {formatCount(total.pending)} not decided, {formatCount(total.unknown)} unknown.
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
            format={formatCount}
          />
        </Panel>
      </Grid.Col>
    </Grid>
  );
}
