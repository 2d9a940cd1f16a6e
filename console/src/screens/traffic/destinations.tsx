import { Text } from '@mantine/core';
import { DataTable, type Column } from '../../parts/data-table';
import { Panel } from '../../parts/page';
import { Time } from '../../parts/time';
import { formatCount, formatLength, formatShare } from '../../words/format';
import { BreakerPill } from './columns';
import { DESTINATIONS, type Destination } from './words';

const ms = (value: number | undefined): string => (value === undefined ? '–' : formatLength(value));

const COLUMNS: readonly Column<Destination>[] = [
  { id: 'what', head: 'For', cell: ({ what, step }) => [DESTINATIONS[what], step].filter(Boolean).join(' ') },
  { id: 'breaker', head: 'Circuit breaker', cell: ({ breaker }) => <BreakerPill of={[breaker]} /> },
  {
    id: 'flight',
    head: 'In flight',
    number: true,
    cell: ({ in_flight: now, max_in_flight: most }) =>
      `${formatCount(now)}${most === null ? '' : ` of ${most}`}`,
  },
  {
    id: 'throttle',
    head: 'Throttle',
    number: true,
    cell: ({ per_minute: most }) => (most === null ? 'none' : `${most} a minute`),
  },
  { id: 'waiting', head: 'Waiting', number: true, cell: ({ waiting }) => formatCount(waiting) },
  {
    id: 'attempts',
    head: 'Last hour',
    number: true,
    cell: ({ last_hour: hour }) => formatCount(hour.attempts),
  },
  { id: 'success', head: 'Answered', number: true, cell: ({ last_hour: hour }) => formatShare(hour.success) },
  { id: 'p95', head: '95% within', number: true, cell: ({ last_hour: hour }) => ms(hour.p95_ms) },
  {
    id: 'error',
    head: 'Last error',
    cell: ({ last_hour: { last_error: error } }) =>
      error ? (
        <Text size="xs" className="foreign">
          {error.what}, <Time at={error.at} ago />
        </Text>
      ) : (
        '–'
      ),
  },
];

/** The addresses that an offer is sent to: the destination gate of each. */
export const DestinationsPanel = ({ destinations }: { readonly destinations: readonly Destination[] }) =>
  destinations.length === 0 ? null : (
    <Panel title="Addresses" flush>
      <DataTable
        caption="Addresses"
        columns={COLUMNS}
        rows={destinations}
        keyOf={({ what, step = '' }) => `${what} ${step}`}
      />
    </Panel>
  );
