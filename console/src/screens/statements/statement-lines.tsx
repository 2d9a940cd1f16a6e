import { useMemo, useState } from 'react';
import { Button, Center } from '@mantine/core';
import { Link } from 'wouter';
import { DataTable, type Column } from '../../parts/data-table';
import { PlainState } from '../../parts/states';
import { counted, formatCents, formatCount } from '../../words/format';
import { shortId } from '../../words/lead-words';
import type { Statement } from './statements-screen';

type Line = Statement['lines'][number];

const KINDS: Readonly<Record<string, string>> = {
  sale: 'Sale',
  return: 'Return',
  return_reversal: 'Return undone',
  adjustment: 'Adjustment',
};

const columnsFor = (currency: string): readonly Column<Line>[] => [
  {
    id: 'day',
    head: 'Day',
    cell: ({ day }) => <span className="tabular">{day}</span>,
    sortBy: ({ day }) => day,
  },
  { id: 'kind', head: 'What', cell: ({ kind }) => KINDS[kind] ?? kind, sortBy: ({ kind }) => kind },
  {
    id: 'lead',
    head: 'Lead',
    cell: ({ lead_id: id }) =>
      id === null ? (
        '–'
      ) : (
        <Link href={`/leads/${id}`} className="link tabular">
          {shortId(id)}
        </Link>
      ),
  },
  { id: 'offer', head: 'Offer', cell: ({ offer }) => offer ?? '–', sortBy: ({ offer }) => offer },
  {
    id: 'program',
    head: 'Program',
    cell: ({ program }) => <span className="foreign">{program ?? '–'}</span>,
  },
  {
    id: 'reference',
    head: 'Reference',
    cell: ({ reference }) => <span className="foreign">{reference ?? '–'}</span>,
  },
  { id: 'reason', head: 'Reason', cell: ({ reason }) => <span className="foreign">{reason ?? '–'}</span> },
  {
    id: 'amount',
    head: 'Amount',
    number: true,
    cell: ({ amount_cents: cents }) => formatCents(cents, currency),
    sortBy: ({ amount_cents: cents }) => cents,
  },
];

type Offer = Statement['offers'][number];

const OFFER_CENTS = [
  ['sales', 'Sold', 'sales_cents'],
  ['returns', 'Returned', 'returns_cents'],
  ['adjustments', 'Adjusted', 'adjustments_cents'],
  ['net', 'Net', 'net_cents'],
] as const satisfies readonly (readonly [string, string, keyof Offer])[];

const offerColumns = (currency: string): readonly Column<Offer>[] => [
  {
    id: 'offer',
    head: 'Offer',
    cell: ({ offer }) => offer ?? 'Adjustments without a lead',
    sortBy: ({ offer }) => offer,
  },
  {
    id: 'sold',
    head: 'Sales',
    number: true,
    cell: ({ sales }) => formatCount(sales),
    sortBy: ({ sales }) => sales,
  },
  {
    id: 'returned',
    head: 'Returns',
    number: true,
    cell: ({ returns }) => formatCount(returns),
    sortBy: ({ returns }) => returns,
  },
  ...OFFER_CENTS.map(([id, head, cents]): Column<Offer> => ({
    ...{ id: `${id}-amount`, head, number: true },
    cell: (offer) => formatCents(offer[cents], currency),
    sortBy: (offer) => offer[cents],
  })),
];

/** What each offer adds to the net. */
export function StatementOffers({ statement: { offers, currency } }: { readonly statement: Statement }) {
  const columns = useMemo(() => offerColumns(currency), [currency]);
  return <DataTable caption="By offer" columns={columns} rows={offers} keyOf={({ offer }) => offer ?? ''} />;
}

const PAGE_SIZE = 200;

/** The lines of a statement, some at a time. The CSV has all of them. */
export function StatementLines({ statement: { lines, currency } }: { readonly statement: Statement }) {
  const [shown, setShown] = useState(PAGE_SIZE);
  return (
    <>
      <DataTable
        caption="Lines"
        columns={columnsFor(currency)}
        rows={lines}
        most={shown}
        keyOf={({ lead_id: id, kind }, at) => `${id ?? ''} ${kind} ${at}`}
        empty={
          <PlainState title="Nothing this month">
            Nothing was sold, returned or adjusted in this month.
          </PlainState>
        }
      />
      {lines.length > shown && (
        <Center p="sm">
          <Button variant="default" onClick={() => setShown(shown + 5 * PAGE_SIZE)}>
            Show more of {counted(lines.length, 'line')}
          </Button>
        </Center>
      )}
    </>
  );
}

const OF_REQUEST = ['day', 'lead', 'reference', 'reason', 'amount'];

/** Returns that may still be booked, in another month. */
export function OpenRequests({
  statement: { open_requests: open = [], currency },
}: {
  readonly statement: Statement;
}) {
  return (
    <DataTable
      caption="Open return requests"
      columns={columnsFor(currency).filter(({ id }) => OF_REQUEST.includes(id))}
      rows={open.map((request): Line => ({ ...request, kind: 'return', offer: null, program: null }))}
      keyOf={({ lead_id: id }) => id ?? ''}
    />
  );
}
