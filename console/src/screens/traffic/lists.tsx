import type { ReactNode } from 'react';
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { answerOf, api } from '../../api/client';
import { Answered } from '../../parts/answered';
import { CountedTo } from '../../parts/counted-to';
import { DataTable, type Column } from '../../parts/data-table';
import { NewEntry } from '../../parts/entry-buttons';
import { Page, Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { BUYER_COLUMNS, OFFER_COLUMNS, PARTNER_COLUMNS } from './columns';
import { LedgerNotice } from './ledger-notice';

const FRESH_MS = 10_000;

interface Listed<Row> {
  readonly as_of: string;
  readonly today_to: string;
  readonly ledger: string;
  readonly rows: readonly Row[];
}

interface ListParts<Row> {
  readonly title: string;
  readonly about: string;
  readonly path: string;
  readonly columns: readonly Column<Row>[];
  readonly actions?: ReactNode;
  readonly read: (signal: AbortSignal) => Promise<Listed<Row>>;
}

function TrafficList<Row extends { readonly id: string; readonly handle: string | null }>(
  parts: ListParts<Row>,
) {
  const { title, about, path, columns, actions, read } = parts;
  const query = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => read(signal),
    refetchInterval: FRESH_MS,
  });
  return (
    <Page title={title} about={about} actions={actions}>
      <Answered query={query}>
        {({ as_of: asOf, today_to: to, ledger, rows }) => (
          <Stack gap="sm">
            <CountedTo what="Today" to={to} asOf={asOf} />
            <LedgerNotice ledger={ledger} />
            <Panel flush>
              <DataTable
                caption={title}
                columns={columns}
                rows={rows}
                keyOf={({ id }) => id}
                linkOf={({ id, handle }) => `/${path}/${handle ?? id}`}
                empty={<PlainState title={`No ${path} yet`}>The current catalogue has none.</PlainState>}
              />
            </Panel>
          </Stack>
        )}
      </Answered>
    </Page>
  );
}

const about =
  'How each is doing today. Click a column to sort. Open one for its caps, response times and actions.';

export const OffersScreen = () => (
  <TrafficList
    {...{ title: 'Offers', about, path: 'offers', columns: OFFER_COLUMNS }}
    actions={<NewEntry form="offer" />}
    read={async (signal) => {
      const { offers: rows, ...rest } = await answerOf(api.GET('/api/v1/operator/offers', { signal }));
      return { ...rest, rows };
    }}
  />
);

export const BuyersScreen = () => (
  <TrafficList
    {...{ title: 'Buyers', about, path: 'buyers', columns: BUYER_COLUMNS }}
    actions={
      <>
        <Button component={Link} href="/reports?range=7d&by=day,buyer&measure=p95" variant="default">
          Answer times, day by day
        </Button>
        <NewEntry form="buyer" />
      </>
    }
    read={async (signal) => {
      const { buyers: rows, ...rest } = await answerOf(api.GET('/api/v1/operator/buyers', { signal }));
      return { ...rest, rows };
    }}
  />
);

export const PartnersScreen = () => (
  <TrafficList
    {...{ title: 'Partners', about, path: 'partners', columns: PARTNER_COLUMNS }}
    actions={<NewEntry form="partner" />}
    read={async (signal) => {
      const { partners: rows, ...rest } = await answerOf(api.GET('/api/v1/operator/partners', { signal }));
      return { ...rest, rows };
    }}
  />
);
