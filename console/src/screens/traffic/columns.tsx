import type { ReactNode } from 'react';
import { Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Column } from '../../parts/data-table';
import { Pill } from '../../parts/notice';
import { formatCount, formatLength, formatShare } from '../../words/format';
import { nameOf } from '../../words/lead-words';
import { CapBar } from './cap-bar';
import {
  breakerWords,
  statusWords,
  worstBreaker,
  type Breaker,
  type BuyerRow,
  type Cap,
  type Hours,
  type OfferRow,
  type Sold,
} from './words';

export const StatusPill = ({ status }: { readonly status: string }) => {
  const [words, tone] = statusWords(status);
  return <Pill tone={tone}>{words}</Pill>;
};

export function BreakerPill({ of }: { readonly of: readonly Breaker[] }) {
  const worst = worstBreaker(of);
  if (!worst) return <>–</>;
  const [words, tone] = breakerWords(worst);
  return <Pill tone={tone}>{words}</Pill>;
}

const HoursCell = ({ hours }: { readonly hours: Hours }) =>
  hours.is_open ? <Pill tone="plain">Open</Pill> : <Pill tone="info">Closed</Pill>;

/** How fast it answers today, and if it has become slow, how fast it was. */
const AnswerTime = ({ of: { today, slow } }: { readonly of: Common }) => (
  <>
    {today.answer_ms ? formatLength(today.answer_ms.p95) : '–'}
    {slow && (
      <Text size="xs" component="div" c="var(--bad-fg)">
        slow: {formatLength(slow.p95_ms)}, {formatLength(slow.usual_ms)} before
      </Text>
    )}
  </>
);

interface Common {
  readonly slow?: BuyerRow['slow'];
  readonly id: string;
  readonly handle: string | null;
  readonly name: string | null;
  readonly status: string;
  readonly hours: Hours;
  readonly today: Sold;
  readonly fullest_cap: Cap | null;
}

const capShare = ({ fullest_cap: cap }: Common): number | null =>
  cap === null || cap.reserved === null || cap.confirmed === null || cap.limit === 0
    ? null
    : (cap.reserved + cap.confirmed) / cap.limit;

/** Columns that offers, buyers and partners share. `path`: of their screens. */
function commonColumns<Row extends Common>(
  path: string,
  head: string,
  breakers: (row: Row) => readonly Breaker[],
  below: (row: Row) => ReactNode,
): readonly Column<Row>[] {
  return [
    {
      id: 'name',
      head,
      cell: (row) => (
        <>
          <Link href={`/${path}/${row.handle ?? row.id}`} className="link">
            {nameOf(row)}
          </Link>
          <Text size="xs" c="dimmed" component="div">
            {below(row)}
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
    { id: 'hours', head: 'Hours', cell: ({ hours }) => <HoursCell hours={hours} /> },
    { id: 'breaker', head: 'Connection', cell: (row) => <BreakerPill of={breakers(row)} /> },
    {
      id: 'submits',
      head: 'Today',
      number: true,
      cell: ({ today }) => `${formatCount(today.accepted)} of ${formatCount(today.submits)}`,
      sortBy: ({ today }) => today.submits,
    },
    {
      id: 'rate',
      head: 'Accepted',
      number: true,
      cell: ({ today }) => formatShare(today.accept_rate),
      sortBy: ({ today }) => today.accept_rate,
    },
    {
      id: 'unknown',
      head: 'Unknown',
      number: true,
      cell: ({ today }) => (today.unknown > 0 ? <Pill tone="bad">{formatCount(today.unknown)}</Pill> : '0'),
      sortBy: ({ today }) => today.unknown,
    },
    {
      id: 'p95',
      head: '95% answered within',
      number: true,
      cell: (row) => <AnswerTime of={row} />,
      sortBy: ({ today }) => today.answer_ms?.p95,
    },
    {
      id: 'cap',
      head: 'Closest to cap',
      cell: ({ fullest_cap: cap }) => (cap ? <CapBar cap={cap} isShort /> : '–'),
      sortBy: capShare,
    },
  ];
}

export const OFFER_COLUMNS = commonColumns<OfferRow>(
  'offers',
  'Offer',
  ({ destinations }) => destinations.map(({ breaker }) => breaker),
  ({ buyer }) => nameOf(buyer),
);
export const PARTNER_COLUMNS = commonColumns<OfferRow>(
  'partners',
  'Partner',
  ({ destinations }) => destinations.map(({ breaker }) => breaker),
  ({ buyer }) => nameOf(buyer),
);
export const BUYER_COLUMNS = commonColumns<BuyerRow>(
  'buyers',
  'Buyer',
  ({ offers }) => offers.map(({ breaker }) => breaker),
  ({ offers }) => `${offers.length} ${offers.length === 1 ? 'offer' : 'offers'}`,
);
