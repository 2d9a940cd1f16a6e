import { useState } from 'react';
import { Button, Center, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { answerOf, api } from '../../api/client';
import { Notice } from '../../parts/notice';
import { Page, Panel } from '../../parts/page';
import { LoadingState, PlainState, ProblemState } from '../../parts/states';
import { counted } from '../../words/format';
import { CsvDialog } from './csv-dialog';
import { FilterBar } from './filter-bar';
import { queryOf, type LeadQuery } from './filters';
import { LeadsTable } from './leads-table';

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

/** Leads, newest first, by filters that are in the address. */
export default function LeadsScreen() {
  const [search] = useSearchParams();
  const [openedAt] = useState(Date.now);
  const query = queryOf(search, openedAt);
  return (
    <Page
      title="Leads"
      about="Newest first. To find a person’s lead, use the search box at the top."
      actions={<CsvDialog query={query} />}
    >
      <FilterBar />
      <Panel flush>
        <LeadsList query={query} />
      </Panel>
    </Page>
  );
}

function LeadsList({ query }: { readonly query: LeadQuery }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useLeads(query);
  if (!data)
    return error ? <ProblemState error={error} again={() => void refetch()} /> : <LoadingState rows={10} />;
  const leads = data.pages.flatMap((page) => page.leads);
  if (leads.length === 0) return <PlainState title="No leads">No leads match these filters.</PlainState>;
  return (
    <>
      <LeadsTable leads={leads} currency={data.pages[0]?.currency ?? 'USD'} />
      {error && (
        <Notice tone="wait" m="sm">
          Can’t load more leads right now.
        </Notice>
      )}
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
    </>
  );
}
