import { useState } from 'react';
import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'wouter';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { useMay } from '../../app/me';
import { Answered } from '../../parts/answered';
import { Chart, COLORS } from '../../parts/charts/chart';
import { CountedTo } from '../../parts/counted-to';
import { DataTable, type Column } from '../../parts/data-table';
import { EntryButtons } from '../../parts/entry-buttons';
import { Pill } from '../../parts/notice';
import { Facts, Page, Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { Time } from '../../parts/time';
import { useMonths } from '../../parts/use-months';
import { monthWords } from '../../words/days';
import { dayOf, formatCents, formatCount, formatDay, formatShare } from '../../words/format';
import { nameOf } from '../../words/lead-words';
import { LinkDialog } from '../campaign/link-dialog';
import { AffiliateKeys } from '../keys/affiliate-keys';
import { StatusPill } from '../traffic/columns';
import { PaidWords } from '../traffic/paid-words';
import { SeriesCharts, type Series } from '../traffic/series-charts';
import { SeriesRange, useSeriesFrom } from '../traffic/series-range';
import { SwitchDialog } from '../traffic/switch-dialog';
import { TimedChanges } from '../traffic/timed-changes';
import { WebhookTable } from '../webhooks/webhook-table';

type Affiliate = components['schemas']['Affiliate'];
type Campaign = Affiliate['campaigns'][number];
type Sent = components['schemas']['AffiliateRow'];

const FRESH_MS = 15_000;
/** Refused calls are kept for 14 days. */
const REFUSED_DAYS: Readonly<Record<string, number>> = { '1d': 1, '7d': 7, '30d': 14 };

/** An affiliate: what came of its leads, what is wrong with its calls, its campaigns, keys and webhooks. */
export default function AffiliateScreen() {
  const { handle = '' } = useParams();
  const [openedAt] = useState(Date.now);
  const from = useSeriesFrom(openedAt);
  const query = useQuery({
    queryKey: ['affiliates', 'one', handle, from],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/operator/affiliates/{handle}', {
          params: { path: { handle }, query: { from } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: FRESH_MS,
  });
  return <Answered query={query}>{(affiliate) => <OneAffiliate affiliate={affiliate} />}</Answered>;
}

function OneAffiliate({ affiliate }: { readonly affiliate: Affiliate }) {
  const { series, currency } = affiliate;
  const may = useMay();
  const [search] = useSearchParams();
  const handle = affiliate.handle ?? affiliate.id;
  const days = REFUSED_DAYS[search.get('last') ?? '7d'] ?? 7;
  const { data: sent } = useQuery({
    queryKey: ['affiliates', days],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/operator/affiliates', { params: { query: { days } }, signal })),
    refetchInterval: FRESH_MS * 2,
  });
  const own = sent?.affiliates.find(({ id }) => id === affiliate.id);
  const dayed = { only: [`affiliate=${handle}`], by: 'day', ...daysOf(series) };
  const { data: money } = useQuery({
    queryKey: ['report', dayed],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/operator/reports', { params: { query: dayed }, signal })),
    enabled: may('reports:read'),
    staleTime: 30_000,
  });
  const link = (to: string, words: string) => (
    <Link href={to} className="link">
      {words}
    </Link>
  );
  return (
    <Page
      title={nameOf(affiliate)}
      about={<StatusPill status={affiliate.status} />}
      actions={
        <>
          <SeriesRange />
          <EntryButtons form="affiliate" handle={affiliate.handle} />
        </>
      }
    >
      <TimedChanges changes={affiliate.timed_changes} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Panel title="About">
          <Facts
            of={[
              ...(money
                ? ([
                    ['Revenue', formatCents(money.total.revenue_cents, currency)],
                    ['Payout', formatCents(money.total.payout_cents, currency)],
                    ['Margin', formatCents(money.total.margin_cents, currency)],
                    ['Return rate', formatShare(money.total.return_rate)],
                  ] as const)
                : []),
              ['Last seen', own && <Time key="seen" at={own.last_seen_at} ago />],
              ['Leads', link(`/leads?affiliate=${handle}`, 'Show its leads')],
              [
                'Refused calls',
                link(`/refused-calls?affiliate=${handle}&last=${days}d`, 'Show its refused calls'),
              ],
              ['Reports', link(`/reports?range=7d&by=day&only=affiliate%3D${handle}`, 'Open a report')],
              ['Statements', may('statements:read') && <Statements key="months" handle={handle} />],
              ['Affiliate id', affiliate.id],
            ]}
          />
        </Panel>
        <RefusedFields sent={own} days={days} />
      </SimpleGrid>
      <CountedTo what="The charts" to={series.to} asOf={affiliate.as_of} />
      <SeriesCharts series={series} beside={<MoneyByDay report={money} currency={currency} />} />
      <Campaigns campaigns={affiliate.campaigns} currency={currency} isDead={affiliate.status !== 'active'} />
      {may('keys:read') && <AffiliateKeys affiliate={affiliate} />}
      <Panel title="Webhooks" flush>
        <WebhookTable affiliate={affiliate.handle} />
      </Panel>
    </Page>
  );
}

/** The days of the books that the charts touch. */
const daysOf = ({ from, to, zone }: Series) => ({
  from: dayOf(new Date(from), zone),
  to: dayOf(new Date(to), zone),
});

/** The newest statements. The screen has all. */
function Statements({ handle }: { readonly handle: string }) {
  return (
    <Group gap="xs">
      {useMonths()
        .slice(0, 2)
        .map((month) => (
          <Link key={month} href={`/statements?kind=affiliate&of=${handle}&month=${month}`} className="link">
            {monthWords(month)}
          </Link>
        ))}
    </Group>
  );
}

interface MoneyParts {
  readonly report: components['schemas']['Report'] | undefined;
  readonly currency: string;
}

/** What was booked on each day. */
function MoneyByDay({ report, currency }: MoneyParts) {
  const rows = report?.rows ?? [];
  const hasMoney = rows.some(({ payout_cents: payout, margin_cents: margin }) => payout || margin);
  return (
    <Panel title="Money by day">
      {hasMoney ? (
        <Chart
          kind="bars"
          title="Money by day"
          by="day"
          data={rows.map(({ day, payout_cents: payout, margin_cents: margin }) => ({
            ...{ day: formatDay(`${day ?? ''}T00:00:00Z`, 'UTC'), payout: payout ?? 0, margin: margin ?? 0 },
          }))}
          series={[
            { name: 'payout', label: 'Payout', color: COLORS.info },
            { name: 'margin', label: 'Margin', color: COLORS.good },
          ]}
          format={(cents) => formatCents(cents, currency)}
        />
      ) : (
        <Text size="sm">{report ? 'Nothing was booked in this period.' : ' '}</Text>
      )}
    </Panel>
  );
}

type Fault = Sent['refused_calls']['by_fault'][number];

/** The fields for which its calls were refused, the most frequent first. */
function RefusedFields({ sent, days }: { readonly sent: Sent | undefined; readonly days: number }) {
  const handle = sent?.handle ?? sent?.id ?? '';
  const columns: readonly Column<Fault>[] = [
    { id: 'field', head: 'Field', cell: ({ field }) => <b className="foreign">{field ?? '–'}</b> },
    { id: 'code', head: 'Answer', cell: ({ code }) => <Pill tone="plain">{code}</Pill> },
    {
      id: 'count',
      head: 'Calls',
      number: true,
      cell: ({ field, code, count }) => (
        <Link
          href={`/refused-calls?${new URLSearchParams({
            ...{ affiliate: handle, last: `${days}d` },
            ...(field === null ? { code } : { field }),
          }).toString()}`}
          className="link"
        >
          {formatCount(count)}
        </Link>
      ),
    },
  ];
  return (
    <Panel title={`Refused calls, ${days === 1 ? 'last 24 hours' : `last ${days} days`}`} flush>
      {sent && (
        <DataTable
          caption="Refused calls by field"
          columns={columns}
          rows={sent.refused_calls.by_fault}
          keyOf={({ code, field }) => `${code} ${field ?? ''}`}
          empty={
            <Text size="sm" px="md" pb="md">
              No calls were refused.
            </Text>
          }
        />
      )}
    </Panel>
  );
}

interface CampaignsParts {
  readonly campaigns: readonly Campaign[];
  readonly currency: string;
  readonly isDead: boolean;
}

/** Its campaigns: what each offer pays, the specification for its engineers, and the pause. */
function Campaigns({ campaigns, currency, isDead }: CampaignsParts) {
  const may = useMay();
  const columns: readonly Column<Campaign>[] = [
    {
      id: 'name',
      head: 'Campaign',
      cell: (campaign) => (
        <Link href={`/campaigns/${campaign.handle ?? campaign.id}`} className="link">
          {nameOf(campaign)}
        </Link>
      ),
    },
    { id: 'status', head: 'Status', cell: ({ status }) => <StatusPill status={status} /> },
    {
      id: 'paid',
      head: 'Buyer pays → affiliate earns',
      cell: ({ offers }) => (
        <Stack gap={2}>
          {offers.map((offer) => (
            <div key={offer.id}>
              <Link href={`/offers/${offer.handle ?? offer.id}`} className="link foreign">
                {nameOf(offer)}
              </Link>{' '}
              <PaidWords paid={offer} currency={currency} />
            </div>
          ))}
          {offers.length === 0 && 'no offers'}
        </Stack>
      ),
    },
    {
      id: 'acts',
      head: <span className="skip">Actions</span>,
      cell: ({ handle, status }) =>
        handle !== null && (
          <Group gap="xs">
            {may('catalogue:read') && (
              <Link href={`/campaigns/${handle}`} className="link">
                Specification
              </Link>
            )}
            <LinkDialog handle={handle} isDead={isDead} size="compact-xs" />
            <SwitchDialog kind="campaign" handle={handle} status={status} size="compact-xs" />
          </Group>
        ),
    },
  ];
  return (
    <Panel title="Campaigns" flush>
      <DataTable
        caption="Campaigns"
        columns={columns}
        rows={campaigns}
        keyOf={({ id }) => id}
        empty={<PlainState title="No campaigns">An affiliate needs one to send leads.</PlainState>}
      />
    </Panel>
  );
}
