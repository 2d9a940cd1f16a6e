import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { answerOf, api } from '../../api/client';
import { Answered } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { Pill } from '../../parts/notice';
import { PlainState } from '../../parts/states';
import { Time } from '../../parts/time';
import { formatCount } from '../../words/format';
import { KINDS, stateOf, type Endpoint } from './words';

const COLUMNS: readonly Column<Endpoint>[] = [
  {
    id: 'affiliate',
    head: 'Affiliate',
    cell: ({ affiliate }) => <span className="foreign">{affiliate}</span>,
    sortBy: ({ affiliate }) => affiliate,
  },
  {
    id: 'name',
    head: 'Endpoint',
    cell: ({ name, origin, kind }) => (
      <>
        <Link href={`/webhooks/${name}`} className="link foreign">
          {name}
        </Link>
        <Text size="xs" c="dimmed" className="foreign">
          {KINDS[kind]} to {origin}
        </Text>
      </>
    ),
    sortBy: ({ name }) => name,
  },
  {
    id: 'state',
    head: 'State',
    cell: (endpoint) => {
      const [words, tone] = stateOf(endpoint);
      return <Pill tone={tone}>{words}</Pill>;
    },
    sortBy: (endpoint) => stateOf(endpoint)[0],
  },
  {
    id: 'waiting',
    head: 'Waiting',
    number: true,
    cell: ({ waiting }) => formatCount(waiting),
    sortBy: ({ waiting }) => waiting,
  },
  {
    id: 'oldest',
    head: 'Oldest waits since',
    cell: ({ oldest }) => <Time at={oldest} ago />,
    sortBy: ({ oldest }) => oldest,
  },
  {
    id: 'parked',
    head: 'Given up',
    number: true,
    cell: ({ parked }) => (parked > 0 ? <Pill tone="bad">{formatCount(parked)}</Pill> : '0'),
    sortBy: ({ parked }) => parked,
  },
  {
    id: 'delivered',
    head: 'Last delivery',
    cell: ({ delivered_at: at }) => <Time at={at} ago />,
    sortBy: ({ delivered_at: at }) => at,
  },
];

/** The webhooks and postbacks of everybody, or of one affiliate. */
export function WebhookTable({ affiliate }: { readonly affiliate: string | null }) {
  const query = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/webhooks', { signal })),
    refetchInterval: 15_000,
  });
  return (
    <Answered query={query}>
      {({ endpoints }) => (
        <DataTable
          caption="Webhooks"
          columns={affiliate === null ? COLUMNS : COLUMNS.slice(1)}
          rows={endpoints.filter((endpoint) => affiliate === null || endpoint.affiliate === affiliate)}
          keyOf={({ name }) => name}
          linkOf={({ name }) => `/webhooks/${name}`}
          sorted={{ id: 'parked', desc: true }}
          empty={
            <PlainState title="Nobody is notified">
              {affiliate === null
                ? 'No affiliate and no campaign of the catalogue has a webhook or a postback.'
                : 'The affiliate and its campaigns have no webhook and no postback.'}{' '}
              Add one under <code>webhook</code> or <code>postback</code>.
            </PlainState>
          }
        />
      )}
    </Answered>
  );
}
