import { Box, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Redirect, useSearchParams } from 'wouter';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { Answered } from '../../parts/answered';
import type { Column } from '../../parts/data-table';
import type { Tone } from '../../parts/notice';
import { EntryLink, NewEntry } from '../../parts/entry-buttons';
import { Page } from '../../parts/page';
import { SavedViews } from '../../parts/saved-views';
import { Time } from '../../parts/time';
import { formatCount } from '../../words/format';
import { nameOf } from '../../words/lead-words';
import { StatusPill } from '../traffic/columns';
import { EntryList } from '../traffic/entry-list';
import { periodColumns, usePeriod, zoneWords, type Counted, type Period } from '../traffic/period';
import { SwitchDialog } from '../traffic/switch-dialog';
import { stateOf, type Endpoint } from '../webhooks/words';

type AffiliateRow = components['schemas']['AffiliateRow'] & Counted;
type CampaignRow = components['schemas']['CampaignRow'] & Counted;

const FIRST_RANGE = '7d';
const FRESH_MS = 30_000;
/** Refused calls, and when somebody was last seen, are of so many days up to now, whatever days are chosen. */
const DAYS = 7;
const URGENCY: readonly Tone[] = ['bad', 'wait', 'plain', 'info', 'good'];

const FIRST_COLUMNS = [
  ...['status', 'submits', 'accepted', 'revenue', 'margin', 'returns', 'reasons', 'refused', 'seen'],
];

const faultWords = ({ refused_calls: { by_fault: faults } }: AffiliateRow): string =>
  faults
    .slice(0, 3)
    .map(({ code, field, count }) => `${field ?? code} ${formatCount(count)}`)
    .join(', ');

interface Own<Row> {
  readonly kind: 'affiliate' | 'campaign';
  readonly head: string;
  readonly below?: (row: Row) => string;
}

const columnsOf = <Row extends AffiliateRow>(
  { kind, head, below }: Own<Row>,
  period: Period,
  shown: readonly Row[],
): readonly Column<Row>[] => [
  {
    id: 'name',
    head,
    cell: (row) => (
      <Box miw={120}>
        <Link href={`/${kind}s/${row.handle ?? row.id}`} className="link">
          {nameOf(row)}
        </Link>
        <Text size="xs" c="dimmed" component="div">
          {below?.(row)}
        </Text>
      </Box>
    ),
    sortBy: nameOf,
    total: shown.length > 1 ? 'Total' : undefined,
  },
  {
    id: 'status',
    head: 'Status',
    cell: ({ status }) => <StatusPill status={status} />,
    sortBy: ({ status }) => status,
  },
  ...periodColumns<Row>(kind, period, shown),
  {
    id: 'refused',
    head: `Refused calls, ${DAYS} days`,
    cell: (row) => {
      const { refused_calls: refused, handle, id } = row;
      if (refused.count === 0) return '0';
      return (
        <>
          <Link href={`/refused-calls?${kind}=${handle ?? id}&last=${DAYS}d`} className="link">
            {formatCount(refused.count)}
          </Link>
          <Text size="xs" c="dimmed" component="div" className="foreign">
            {faultWords(row)}
          </Text>
        </>
      );
    },
    sortBy: ({ refused_calls: { count } }) => count,
  },
  {
    id: 'seen',
    head: 'Last seen',
    cell: ({ last_seen_at }) => <Time at={last_seen_at} ago />,
    sortBy: ({ last_seen_at }) => last_seen_at,
  },
];

const campaignActs: Column<CampaignRow> = {
  id: 'acts',
  head: <span className="skip">Actions</span>,
  cell: ({ handle, status }) =>
    handle !== null && (
      <Group gap={6}>
        <EntryLink form="campaign" handle={handle}>
          Edit
        </EntryLink>
        <SwitchDialog kind="campaign" handle={handle} status={status} size="compact-xs" />
      </Group>
    ),
};

const affiliateActs: Column<AffiliateRow> = {
  id: 'acts',
  head: <span className="skip">Actions</span>,
  cell: ({ handle }) =>
    handle !== null && (
      <Group gap={6} wrap="nowrap">
        <EntryLink form="affiliate" handle={handle}>
          Edit
        </EntryLink>
        <EntryLink form="affiliate" from={handle}>
          Copy
        </EntryLink>
      </Group>
    ),
};

/** How the webhooks of each affiliate do. */
const toldColumn = (endpoints: readonly Endpoint[]): Column<AffiliateRow> => ({
  id: 'webhooks',
  head: 'Webhooks',
  cell: ({ handle }) => {
    const own = endpoints.filter(({ affiliate }) => affiliate === handle);
    const [worst] = own.map(stateOf).sort(([, a], [, b]) => URGENCY.indexOf(a) - URGENCY.indexOf(b));
    return worst ? (
      <Link href={`/webhooks?affiliate=${handle ?? ''}`} className="link">
        {worst[0]}
      </Link>
    ) : (
      '–'
    );
  },
});

/** What each affiliate sent, and what became of it. */
export function AffiliatesScreen() {
  const [search] = useSearchParams();
  const period = usePeriod('affiliate', FIRST_RANGE);
  const query = useQuery({
    queryKey: ['affiliates', DAYS],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/operator/affiliates', { params: { query: { days: DAYS } }, signal })),
    refetchInterval: FRESH_MS,
  });
  const { data: { endpoints = [] } = {} } = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/webhooks', { signal })),
    refetchInterval: FRESH_MS,
  });
  const open = search.get('open');
  // Where links of older releases led.
  if (open !== null) return <Redirect to={`/affiliates/${encodeURIComponent(open)}`} replace />;
  return (
    <Page
      title="Affiliates"
      about={`Who sends leads, what happens to them, and what’s wrong with their calls.${zoneWords(period)}`}
      actions={
        <>
          <SavedViews screen="affiliates" />
          <NewEntry form="affiliate" />
        </>
      }
    >
      <Answered query={query}>
        {({ affiliates }) => (
          <EntryList<AffiliateRow>
            caption="Affiliates"
            screen="affiliates"
            rows={affiliates.map((row) => ({ ...row, counts: period.countsOf(row.handle) }))}
            period={period}
            firstRange={FIRST_RANGE}
            columns={(shown) => [
              ...columnsOf({ kind: 'affiliate', head: 'Affiliate' }, period, shown),
              toldColumn(endpoints),
              affiliateActs,
            ]}
            firstColumns={[...FIRST_COLUMNS, ...(endpoints.length > 0 ? ['webhooks'] : [])]}
            sorted={{ id: 'submits', desc: true }}
            linkOf={({ id, handle }) => `/affiliates/${handle ?? id}`}
            none="No affiliates yet"
          />
        )}
      </Answered>
    </Page>
  );
}

/** The same for each campaign, which can be paused. */
export function CampaignsScreen() {
  const period = usePeriod('campaign', FIRST_RANGE);
  const query = useQuery({
    queryKey: ['campaigns', DAYS],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/operator/campaigns', { params: { query: { days: DAYS } }, signal })),
    refetchInterval: FRESH_MS,
  });
  return (
    <Page
      title="Campaigns"
      about={`What each campaign brings in, and what happens to it.${zoneWords(period)}`}
      actions={
        <>
          <SavedViews screen="campaigns" />
          <NewEntry form="campaign" />
        </>
      }
    >
      <Answered query={query}>
        {({ campaigns }) => (
          <EntryList<CampaignRow>
            caption="Campaigns"
            screen="campaigns"
            rows={campaigns.map((row) => ({ ...row, counts: period.countsOf(row.handle) }))}
            period={period}
            firstRange={FIRST_RANGE}
            columns={(shown) => [
              ...columnsOf<CampaignRow>(
                { kind: 'campaign', head: 'Campaign', below: ({ affiliate }) => nameOf(affiliate) },
                period,
                shown,
              ),
              campaignActs,
            ]}
            firstColumns={FIRST_COLUMNS}
            sorted={{ id: 'submits', desc: true }}
            linkOf={({ id, handle }) => `/campaigns/${handle ?? id}`}
            alsoNamed={({ affiliate }) => `${affiliate.name ?? ''} ${affiliate.handle ?? ''}`}
            none="No campaigns yet"
          />
        )}
      </Answered>
    </Page>
  );
}
