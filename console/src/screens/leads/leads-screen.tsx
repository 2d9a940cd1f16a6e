import { useState } from 'react';
import { Button, Center, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { answerOf, api } from '../../api/client';
import { useMay } from '../../app/me';
import { useZone } from '../../app/zone';
import { useColumns } from '../../parts/column-menu';
import type { Column } from '../../parts/data-table';
import { Notice } from '../../parts/notice';
import { Page, Panel } from '../../parts/page';
import { SavedViews } from '../../parts/saved-views';
import { LoadingState, PlainState, ProblemState } from '../../parts/states';
import { counted } from '../../words/format';
import { CheckedActs } from './checked-acts';
import { CsvDialog } from './csv-dialog';
import { FilterBar } from './filter-bar';
import { queryOf, type LeadQuery } from './filters';
import { checkColumn, columnsFor, FIRST_COLUMNS, LeadsTable, type Lead } from './leads-table';

const PAGE_SIZE = 50;

const useLeads = (query: LeadQuery) =>
  useInfiniteQuery({
    queryKey: ['leads', query],
    queryFn: ({ pageParam, signal }) =>
      answerOf(
        api.GET('/api/v1/operator/leads', {
          params: { query: { ...query, limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

/** Leads by filters that are in the address, with the columns that somebody chose. */
export default function LeadsScreen() {
  const [search, setSearch] = useSearchParams();
  const { zone } = useZone();
  const [openedAt] = useState(Date.now);
  const query = queryOf(search, openedAt, zone);
  const { order, ...filters } = query;
  const found = useLeads(query);
  const isOldest = order === 'oldest';
  const columns = columnsFor(found.data?.pages[0]?.currency ?? 'USD', {
    isOldest,
    turn: () => {
      setSearch((before) => {
        const after = new URLSearchParams(before);
        if (isOldest) after.delete('order');
        else after.set('order', 'oldest');
        return after;
      });
    },
  });
  const { shown, menu } = useColumns('leads', columns, FIRST_COLUMNS);
  return (
    <Page
      title="Leads"
      about="To find a person’s lead, use the search box at the top."
      actions={
        <>
          <SavedViews screen="leads" />
          <CsvDialog query={filters} />
        </>
      }
    >
      <FilterBar now={openedAt}>{menu}</FilterBar>
      {/* Another list has other leads to check. */}
      <LeadsList key={JSON.stringify(query)} found={found} columns={shown} />
    </Page>
  );
}

interface ListParts {
  readonly found: ReturnType<typeof useLeads>;
  readonly columns: readonly Column<Lead>[];
}

const NOTHING: ReadonlyMap<string, Lead> = new Map();

function LeadsList({ found, columns }: ListParts) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = found;
  const may = useMay();
  const [checked, setChecked] = useState(NOTHING);
  if (!data)
    return (
      <Panel flush>
        {error ? <ProblemState error={error} again={() => void refetch()} /> : <LoadingState rows={10} />}
      </Panel>
    );
  const leads = data.pages.flatMap((page) => page.leads);
  const check = (some: readonly Lead[], isChecked: boolean): void => {
    setChecked((before) => {
      const after = new Map(before);
      for (const lead of some)
        if (isChecked) after.set(lead.id, lead);
        else after.delete(lead.id);
      return after;
    });
  };
  const canAct = may('settle') || may('return');
  return (
    <>
      <Panel flush>
        {leads.length === 0 ? (
          <PlainState title="No leads">No leads match these filters.</PlainState>
        ) : (
          <LeadsTable
            leads={leads}
            columns={canAct ? [checkColumn(leads, { checked, check }), ...columns] : columns}
          />
        )}
        {error && (
          <Notice tone="wait" m="sm">
            Can’t load more leads right now.
          </Notice>
        )}
        {leads.length > 0 && (
          <Center p="sm">
            {hasNextPage ? (
              <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                Show more
              </Button>
            ) : (
              <Text size="xs" c="dimmed">
                {counted(leads.length, 'lead')}, all shown
              </Text>
            )}
          </Center>
        )}
      </Panel>
      {checked.size > 0 && <CheckedActs leads={[...checked.values()]} uncheck={() => setChecked(NOTHING)} />}
    </>
  );
}
