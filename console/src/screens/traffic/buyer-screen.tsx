import { useState } from 'react';
import { SimpleGrid, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { useMay } from '../../app/me';
import { answerOf, api } from '../../api/client';
import { Answered } from '../../parts/answered';
import { CountedTo } from '../../parts/counted-to';
import { DataTable } from '../../parts/data-table';
import { EntryButtons } from '../../parts/entry-buttons';
import { Facts, Page, Panel } from '../../parts/page';
import { counted, formatCount } from '../../words/format';
import { nameOf } from '../../words/lead-words';
import { CapsPanel } from './caps-panel';
import { OFFER_COLUMNS, StatusPill } from './columns';
import { HoursFacts } from './hours-facts';
import { SeriesCharts } from './series-charts';
import { SeriesRange, useSeriesFrom } from './series-range';
import { SwitchDialog } from './switch-dialog';
import { TimedChanges } from './timed-changes';
import type { Buyer } from './words';

/** A buyer: what it does now, its caps, its offers, and how it did. */
export function BuyerScreen() {
  const { handle = '' } = useParams();
  const [openedAt] = useState(Date.now);
  const from = useSeriesFrom(openedAt);
  const query = useQuery({
    queryKey: ['buyers', handle, from],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/operator/buyers/{handle}', {
          params: { path: { handle }, query: { from } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
  return <Answered query={query}>{(buyer) => <OneBuyer buyer={buyer} />}</Answered>;
}

function OneBuyer({ buyer }: { readonly buyer: Buyer }) {
  const may = useMay();
  const handle = buyer.handle ?? buyer.id;
  return (
    <Page
      title={nameOf(buyer)}
      about={<StatusPill status={buyer.status} />}
      actions={
        <>
          <SeriesRange />
          <EntryButtons form="buyer" handle={buyer.handle} />
          <SwitchDialog kind="buyer" handle={handle} status={buyer.status} />
        </>
      }
    >
      <TimedChanges changes={buyer.timed_changes} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <CapsPanel caps={buyer.caps} ledger={buyer.ledger} />
        <Panel title="About">
          <Facts
            of={[
              ...HoursFacts(buyer.hours, buyer.status),
              ['Leads waiting', buyer.waiting_leads > 0 ? counted(buyer.waiting_leads, 'lead') : 'none'],
              [
                'Leads',
                <Link key="leads" href={`/leads?buyer=${handle}`} className="link">
                  Show its leads
                </Link>,
              ],
              [
                'Unknown',
                <Text key="unknown" size="sm" span>
                  <Link href={`/leads?buyer=${handle}&code=UNKNOWN`} className="link">
                    Show unknown leads
                  </Link>
                  {may('settle') && (
                    <>
                      {' · '}
                      <Link href={`/bulk?do=settle&destination=${handle}`} className="link">
                        Settle unknown leads
                      </Link>
                    </>
                  )}{' '}
                  ({formatCount(buyer.series.total.unknown)} in this period)
                </Text>,
              ],
            ]}
          />
        </Panel>
      </SimpleGrid>
      <CountedTo what="The charts" to={buyer.series.to} asOf={buyer.as_of} />
      <SeriesCharts series={buyer.series} />
      <Panel title="Offers" flush>
        <DataTable
          caption="Offers"
          columns={OFFER_COLUMNS}
          rows={buyer.offer_rows}
          keyOf={({ id }) => id}
          linkOf={(offer) => `/offers/${offer.handle ?? offer.id}`}
        />
      </Panel>
    </Page>
  );
}
