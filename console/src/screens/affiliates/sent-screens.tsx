import { Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { Answered } from '../../parts/answered';
import { CountedTo } from '../../parts/counted-to';
import { DataTable, type Column } from '../../parts/data-table';
import type { Tone } from '../../parts/notice';
import { EntryLink, NewEntry } from '../../parts/entry-buttons';
import { Facts, Page, Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { Time } from '../../parts/time';
import { formatCount, formatShare } from '../../words/format';
import { nameOf } from '../../words/lead-words';
import { ruleShort } from '../../words/refusal-words';
import { StatusPill } from '../traffic/columns';
import { SwitchDialog } from '../traffic/switch-dialog';
import { stateOf, type Endpoint } from '../webhooks/words';

type AffiliateRow = components['schemas']['AffiliateRow'];
type CampaignRow = components['schemas']['CampaignRow'];

const DAYS = ['1', '7', '14'];
const URGENCY: readonly Tone[] = ['bad', 'wait', 'plain', 'info', 'good'];

/** How many days are counted, in the address. */
function useDays(): readonly [number, (days: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const days = search.get('days') ?? '7';
  return [
    DAYS.includes(days) ? Number(days) : 7,
    (value) =>
      setSearch((before) => new URLSearchParams({ ...Object.fromEntries(before), days: value ?? '7' })),
  ];
}

const faultWords = ({ refused_calls: { by_fault: faults } }: AffiliateRow): string =>
  faults
    .slice(0, 3)
    .map(({ code, field, count }) => `${field ?? code} ${formatCount(count)}`)
    .join(', ');

/** The filter of Leads for the days that are counted. */
const RECEIVED: Readonly<Record<number, string>> = { 1: '24h', 7: '7d', 14: '31d' };
const PAGES = { affiliate: '/affiliates?open=', campaign: '/campaigns/' } as const;

const columnsOf = <Row extends AffiliateRow>(
  head: string,
  kind: 'affiliate' | 'campaign',
  days: number,
  below?: (row: Row) => string,
): Column<Row>[] => [
  {
    id: 'name',
    head,
    cell: (row) => (
      <>
        <Link href={`${PAGES[kind]}${row.handle ?? row.id}`} className="link">
          {nameOf(row)}
        </Link>
        <Text size="xs" c="dimmed" component="div">
          {below?.(row)}
        </Text>
      </>
    ),
    sortBy: nameOf,
  },
  {
    id: 'status',
    head: 'Status',
    cell: ({ status }) => <StatusPill status={status} />,
    sortBy: ({ status }) => status,
  },
  {
    id: 'searches',
    head: 'Searches',
    number: true,
    cell: ({ searches }) => formatCount(searches),
    sortBy: ({ searches }) => searches,
  },
  {
    id: 'submits',
    head: 'Submits',
    number: true,
    cell: ({ submits, handle, id }) =>
      submits === 0 ? (
        '0'
      ) : (
        <Link href={`/leads?${kind}=${handle ?? id}&received=${RECEIVED[days] ?? '7d'}`} className="link">
          {formatCount(submits)}
        </Link>
      ),
    sortBy: ({ submits }) => submits,
  },
  {
    id: 'accepted',
    head: 'Accepted',
    number: true,
    cell: ({ accepted }) => formatCount(accepted),
    sortBy: ({ accepted }) => accepted,
  },
  {
    id: 'rate',
    head: 'Accept rate',
    number: true,
    cell: ({ accept_rate }) => formatShare(accept_rate),
    sortBy: ({ accept_rate }) => accept_rate,
  },
  {
    id: 'reasons',
    head: 'Top refusals',
    cell: ({ top_reasons: reasons }) => (
      <Text size="xs" className="foreign">
        {reasons.map(({ reason, count }) => `${ruleShort(reason)}: ${formatCount(count)}`).join(', ')}
      </Text>
    ),
  },
  {
    id: 'refused',
    head: 'Refused calls',
    cell: (row) => {
      const { refused_calls: refused, handle, id } = row;
      if (refused.count === 0) return '0';
      return (
        <>
          <Link href={`/refused-calls?${kind}=${handle ?? id}&last=${days}d`} className="link">
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

const switchColumn: Column<CampaignRow> = {
  id: 'pause',
  head: <span className="skip">Actions</span>,
  cell: ({ handle, status }) =>
    handle !== null && (
      <Group gap="xs" wrap="nowrap">
        <Link href={`/campaigns/${handle}`} className="link">
          Specification
        </Link>
        <EntryLink form="campaign" handle={handle}>
          Edit
        </EntryLink>
        <SwitchDialog kind="campaign" handle={handle} status={status} size="compact-xs" />
      </Group>
    ),
};

const editColumn: Column<AffiliateRow> = {
  id: 'edit',
  head: <span className="skip">Actions</span>,
  cell: ({ handle }) =>
    handle !== null && (
      <Group gap="xs" wrap="nowrap">
        <EntryLink form="affiliate" handle={handle}>
          Edit
        </EntryLink>
        <EntryLink form="affiliate" from={handle}>
          Copy
        </EntryLink>
      </Group>
    ),
};

/** How the webhooks of each affiliate do. They are shown if any affiliate has one. */
const toldColumn = (endpoints: readonly Endpoint[]): Column<AffiliateRow> => ({
  id: 'webhooks',
  head: 'Webhooks',
  cell: ({ handle }) => {
    const own = endpoints.filter(({ affiliate }) => affiliate === handle);
    const [worst] = own.map(stateOf).sort(([, a], [, b]) => URGENCY.indexOf(a) - URGENCY.indexOf(b));
    return (
      worst && (
        <Link href={`/webhooks?affiliate=${handle ?? ''}`} className="link">
          {worst[0]}
        </Link>
      )
    );
  },
});

function DaysSelect({
  days,
  choose,
}: {
  readonly days: number;
  readonly choose: (days: string | null) => void;
}) {
  return (
    <Group>
      <Select
        size="xs"
        w={150}
        aria-label="Time range"
        data={DAYS.map((value) => ({ value, label: value === '1' ? 'Last 24 hours' : `Last ${value} days` }))}
        value={String(days)}
        allowDeselect={false}
        onChange={choose}
      />
    </Group>
  );
}

/** What each affiliate sent, and what became of it. */
export function AffiliatesScreen() {
  const [days, choose] = useDays();
  const [search] = useSearchParams();
  const open = search.get('open');
  const query = useQuery({
    queryKey: ['affiliates', days],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/operator/affiliates', { params: { query: { days } }, signal })),
    refetchInterval: 30_000,
  });
  const { data: { endpoints = [] } = {} } = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/webhooks', { signal })),
    refetchInterval: 30_000,
  });
  return (
    <Page
      title="Affiliates"
      about="Who sends leads, what happens to them, and what’s wrong with their calls."
      actions={
        <>
          <DaysSelect days={days} choose={choose} />
          <NewEntry form="affiliate" />
        </>
      }
    >
      <Answered query={query}>
        {({ affiliates, to, as_of: asOf }) => (
          <Stack gap="sm">
            <CountedTo what="Leads and searches" to={to} asOf={asOf} />
            <Panel flush>
              <DataTable
                caption="Affiliates"
                columns={[
                  ...columnsOf<AffiliateRow>('Affiliate', 'affiliate', days),
                  ...(endpoints.length > 0 ? [toldColumn(endpoints)] : []),
                  editColumn,
                ]}
                rows={
                  open === null
                    ? affiliates
                    : affiliates.filter(({ id, handle }) => handle === open || id === open)
                }
                keyOf={({ id }) => id}
                sorted={{ id: 'submits', desc: true }}
                empty={<PlainState title="No affiliates yet">The current catalogue has none.</PlainState>}
              />
            </Panel>
            {open !== null && <OneAffiliate handle={open} days={days} />}
          </Stack>
        )}
      </Answered>
    </Page>
  );
}

/** What there is of one affiliate. */
function OneAffiliate({ handle, days }: { readonly handle: string; readonly days: number }) {
  const { data } = useQuery({
    queryKey: ['campaigns', days],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/operator/campaigns', { params: { query: { days } }, signal })),
  });
  const own = (data?.campaigns ?? []).filter(
    ({ affiliate }) => affiliate.handle === handle || affiliate.id === handle,
  );
  const link = (to: string, words: string) => (
    <Link href={to} className="link">
      {words}
    </Link>
  );
  return (
    <Panel title="About">
      <Facts
        of={[
          [
            'Campaigns',
            own.length === 0
              ? 'none'
              : own.map((campaign) => (
                  <div key={campaign.id}>
                    {link(`/campaigns/${campaign.handle ?? campaign.id}`, nameOf(campaign))}
                  </div>
                )),
          ],
          ['Leads', link(`/leads?affiliate=${handle}`, 'Show its leads')],
          [
            'Refused calls',
            link(`/refused-calls?affiliate=${handle}&last=${days}d`, 'Show its refused calls'),
          ],
          ['Keys', link('/keys', 'Show the keys')],
          ['Others', link('/affiliates', 'Show all affiliates')],
        ]}
      />
    </Panel>
  );
}

/** The same for each campaign, which can be paused. */
export function CampaignsScreen() {
  const [days, choose] = useDays();
  const query = useQuery({
    queryKey: ['campaigns', days],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/operator/campaigns', { params: { query: { days } }, signal })),
    refetchInterval: 30_000,
  });
  const columns = columnsOf<CampaignRow>('Campaign', 'campaign', days, ({ affiliate }) => nameOf(affiliate));
  return (
    <Page
      title="Campaigns"
      about="What each campaign brings in, and what happens to it."
      actions={
        <>
          <DaysSelect days={days} choose={choose} />
          <NewEntry form="campaign" />
        </>
      }
    >
      <Answered query={query}>
        {({ campaigns, to, as_of: asOf }) => (
          <Stack gap="sm">
            <CountedTo what="Leads and searches" to={to} asOf={asOf} />
            <Panel flush>
              <DataTable
                caption="Campaigns"
                columns={[...columns, switchColumn]}
                rows={campaigns}
                keyOf={({ id }) => id}
                sorted={{ id: 'submits', desc: true }}
                empty={<PlainState title="No campaigns yet">The current catalogue has none.</PlainState>}
              />
            </Panel>
          </Stack>
        )}
      </Answered>
    </Page>
  );
}
