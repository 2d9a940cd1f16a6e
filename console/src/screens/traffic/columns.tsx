import type { ReactNode } from 'react';
import { Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Column } from '../../parts/data-table';
import { Pill } from '../../parts/notice';
import { counted, formatCount, formatLength } from '../../words/format';
import { nameOf } from '../../words/lead-words';
import { CapBar } from './cap-bar';
import { periodColumns, type Counted, type Period } from './period';
import { SwitchDialog } from './switch-dialog';
import {
  breakerWords,
  hoursWords,
  statusWords,
  worstBreaker,
  type Breaker,
  type BuyerRow,
  type Cap,
  type Hours,
  type OfferRow,
} from './words';

export const StatusPill = ({ status }: { readonly status: string }) => {
  const [words, tone] = statusWords(status);
  return <Pill tone={tone}>{words}</Pill>;
};

/** An offer that pays an affiliate, and that no buyer pays for. */
export const UnpricedPill = () => <Pill tone="bad">No price</Pill>;

export function BreakerPill({ of }: { readonly of: readonly Breaker[] }) {
  const worst = worstBreaker(of);
  if (!worst) return <>–</>;
  const [words, tone] = breakerWords(worst);
  return <Pill tone={tone}>{words}</Pill>;
}

/** How fast it answers, and if it has become slow, how fast it was. */
const AnswerTime = ({ p95, slow }: { readonly p95: number | undefined; readonly slow: BuyerRow['slow'] }) => (
  <>
    {p95 === undefined ? '–' : formatLength(p95)}
    {slow && (
      <Text size="xs" component="div" c="var(--bad-fg)">
        slow: {formatLength(slow.p95_ms)}, {formatLength(slow.usual_ms)} before
      </Text>
    )}
  </>
);

interface Common extends Counted {
  readonly hours: Hours;
  readonly fullest_cap: Cap | null;
}

const capShare = ({ fullest_cap: cap }: Common): number | null =>
  cap === null || cap.reserved === null || cap.confirmed === null || cap.limit === 0
    ? null
    : (cap.reserved + cap.confirmed) / cap.limit;

/** What lists of offers and of buyers tell in their own way. */
interface Own<Row> {
  /** Of its screens. */
  readonly path: string;
  readonly head: string;
  readonly breakers: (row: Row) => readonly Breaker[];
  readonly below: (row: Row) => ReactNode;
  readonly slow?: (row: Row) => BuyerRow['slow'];
  readonly unpriced?: (row: Row) => boolean;
}

/** The columns of offers, buyers and partners that are shown before somebody chooses. */
export const FIRST_COLUMNS = [
  ...['status', 'breaker', 'accepted', 'unknown', 'revenue', 'margin', 'returns', 'p95', 'cap'],
];

/** All columns of a list of offers, buyers or partners. */
function columnsOf<Row extends Common>(
  kind: 'offer' | 'buyer',
  { path, head, breakers, below, slow, unpriced }: Own<Row>,
  period: Period,
  shown: readonly Row[],
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
      total: shown.length > 1 ? 'Total' : undefined,
    },
    {
      id: 'status',
      head: 'Status',
      cell: (row) => (
        <>
          <StatusPill status={row.status} />{' '}
          {row.status === 'active' && !row.hours.is_open && <Pill tone="info">Closed now</Pill>}{' '}
          {unpriced?.(row) === true && <UnpricedPill />}
        </>
      ),
      sortBy: ({ status }) => status,
    },
    { id: 'hours', head: 'Hours', cell: ({ hours }) => hoursWords(hours) },
    { id: 'breaker', head: 'Connection', cell: (row) => <BreakerPill of={breakers(row)} /> },
    ...periodColumns<Row>(kind, period, shown),
    {
      id: 'p95',
      head: '95% answered within',
      number: true,
      cell: (row) => <AnswerTime p95={row.counts?.answer_ms?.p95} slow={slow?.(row) ?? null} />,
      sortBy: ({ counts }) => counts?.answer_ms?.p95,
    },
    {
      id: 'cap',
      head: 'Closest to cap',
      cell: ({ fullest_cap: cap }) => (cap ? <CapBar cap={cap} isShort /> : '–'),
      sortBy: capShare,
    },
    {
      id: 'acts',
      head: <span className="skip">Actions</span>,
      cell: ({ handle, status }) =>
        handle !== null && <SwitchDialog kind={kind} handle={handle} status={status} size="compact-xs" />,
    },
  ];
}

type Listed<Row> = Row & Counted;
const breakersOf = ({ destinations }: OfferRow): readonly Breaker[] =>
  destinations.map(({ breaker }) => breaker);

/** `path`: `offers`, or `partners`, which are offers too. */
export const offerColumns = (
  path: 'offers' | 'partners',
  period: Period,
  shown: readonly Listed<OfferRow>[],
): readonly Column<Listed<OfferRow>>[] =>
  columnsOf('offer', { path, ...OFFER, head: path === 'offers' ? 'Offer' : 'Partner' }, period, shown);

const OFFER = {
  breakers: breakersOf,
  below: ({ buyer }: OfferRow) => nameOf(buyer),
  unpriced: ({ unpriced }: OfferRow) => unpriced,
};

export const buyerColumns = (
  period: Period,
  shown: readonly Listed<BuyerRow>[],
): readonly Column<Listed<BuyerRow>>[] =>
  columnsOf(
    'buyer',
    {
      ...{ path: 'buyers', head: 'Buyer' },
      breakers: ({ offers }) => offers.map(({ breaker }) => breaker),
      below: ({ offers }) => counted(offers.length, 'offer'),
      slow: ({ slow }) => slow,
    },
    period,
    shown,
  );

/** The columns of an offer where its buyer's page lists it: what it does today. */
export const OFFER_COLUMNS: readonly Column<OfferRow>[] = [
  {
    id: 'name',
    head: 'Offer',
    cell: (offer) => (
      <Link href={`/offers/${offer.handle ?? offer.id}`} className="link">
        {nameOf(offer)}
      </Link>
    ),
    sortBy: nameOf,
  },
  {
    id: 'status',
    head: 'Status',
    cell: ({ status, unpriced }) => (
      <>
        <StatusPill status={status} /> {unpriced && <UnpricedPill />}
      </>
    ),
  },
  { id: 'breaker', head: 'Connection', cell: (offer) => <BreakerPill of={breakersOf(offer)} /> },
  {
    id: 'submits',
    head: 'Accepted today',
    number: true,
    cell: ({ today }) => `${formatCount(today.accepted)} of ${formatCount(today.submits)}`,
    sortBy: ({ today }) => today.accepted,
  },
  {
    id: 'unknown',
    head: 'Unknown',
    number: true,
    cell: ({ today }) => (today.unknown > 0 ? <Pill tone="bad">{formatCount(today.unknown)}</Pill> : '0'),
  },
  {
    id: 'p95',
    head: '95% answered within',
    number: true,
    cell: ({ today }) => (today.answer_ms ? formatLength(today.answer_ms.p95) : '–'),
    sortBy: ({ today }) => today.answer_ms?.p95,
  },
  {
    id: 'cap',
    head: 'Closest to cap',
    cell: ({ fullest_cap: cap }) => (cap ? <CapBar cap={cap} isShort /> : '–'),
  },
];
