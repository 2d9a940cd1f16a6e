import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from 'wouter';
import { answerOf, api } from '../../api/client';
import { Answered } from '../../parts/answered';
import type { Column } from '../../parts/data-table';
import { NewEntry } from '../../parts/entry-buttons';
import { Page } from '../../parts/page';
import { SavedViews } from '../../parts/saved-views';
import { buyerColumns, FIRST_COLUMNS, offerColumns } from './columns';
import { EntryList } from './entry-list';
import { LedgerNotice } from './ledger-notice';
import { usePeriod, zoneWords, type Counted, type Period } from './period';
import type { BuyerRow, OfferRow, Sold } from './words';

const FRESH_MS = 10_000;
const FIRST_RANGE = 'today';

interface Listed<Row> {
  readonly ledger: string;
  readonly rows: readonly Row[];
}

interface ListParts<Row> {
  readonly title: string;
  readonly path: 'offers' | 'buyers' | 'partners';
  readonly query: UseQueryResult<Listed<Row>>;
  readonly period: Period;
  readonly columns: (shown: readonly (Row & Counted)[]) => readonly Column<Row & Counted>[];
  readonly alsoNamed?: (row: Row) => string;
  readonly actions?: ReactNode;
}

function TrafficList<Row extends Omit<Counted, 'counts'> & { readonly today: Sold }>(parts: ListParts<Row>) {
  const { title, path, query, period, columns, alsoNamed, actions } = parts;
  return (
    <Page
      title={title}
      about={`What each does now, and what it did on the chosen days.${zoneWords(period)}`}
      actions={
        <>
          <SavedViews screen={path} />
          {actions}
        </>
      }
    >
      <Answered query={query}>
        {({ ledger, rows }) => (
          <EntryList
            caption={title}
            screen={path}
            rows={rows.map((row) => ({ ...row, counts: period.countsOf(row.handle, row.today) }))}
            period={period}
            firstRange={FIRST_RANGE}
            columns={columns}
            firstColumns={FIRST_COLUMNS}
            linkOf={({ id, handle }) => `/${path}/${handle ?? id}`}
            {...(alsoNamed && { alsoNamed })}
            none={`No ${path} yet`}
          >
            <LedgerNotice ledger={ledger} />
          </EntryList>
        )}
      </Answered>
    </Page>
  );
}

const useList = <Row,>(
  path: ListParts<Row>['path'],
  read: (signal: AbortSignal) => Promise<Listed<Row>>,
): UseQueryResult<Listed<Row>> =>
  useQuery({ queryKey: [path], queryFn: ({ signal }) => read(signal), refetchInterval: FRESH_MS });

const buyerOf = ({ buyer }: OfferRow): string => `${buyer.name ?? ''} ${buyer.handle ?? ''}`;

export function OffersScreen() {
  const period = usePeriod('offer', FIRST_RANGE);
  const query = useList<OfferRow>('offers', async (signal) => {
    const { offers: rows, ledger } = await answerOf(api.GET('/api/v1/operator/offers', { signal }));
    return { rows, ledger };
  });
  return (
    <TrafficList
      {...{ title: 'Offers', path: 'offers', query, period, alsoNamed: buyerOf }}
      columns={(shown) => offerColumns('offers', period, shown)}
      actions={<NewEntry form="offer" />}
    />
  );
}

export function BuyersScreen() {
  const period = usePeriod('buyer', FIRST_RANGE);
  const query = useList<BuyerRow>('buyers', async (signal) => {
    const { buyers: rows, ledger } = await answerOf(api.GET('/api/v1/operator/buyers', { signal }));
    return { rows, ledger };
  });
  return (
    <TrafficList
      {...{ title: 'Buyers', path: 'buyers', query, period }}
      columns={(shown) => buyerColumns(period, shown)}
      actions={
        <>
          <Button component={Link} href="/reports?range=7d&by=day,buyer&measure=p95" variant="default">
            Answer times, day by day
          </Button>
          <NewEntry form="buyer" />
        </>
      }
    />
  );
}

export function PartnersScreen() {
  const period = usePeriod('offer', FIRST_RANGE);
  const query = useList<OfferRow>('partners', async (signal) => {
    const { partners: rows, ledger } = await answerOf(api.GET('/api/v1/operator/partners', { signal }));
    return { rows, ledger };
  });
  return (
    <TrafficList
      {...{ title: 'Partners', path: 'partners', query, period, alsoNamed: buyerOf }}
      columns={(shown) => offerColumns('partners', period, shown)}
      actions={<NewEntry form="partner" />}
    />
  );
}
