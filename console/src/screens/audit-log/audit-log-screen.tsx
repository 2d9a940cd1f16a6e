import { useState } from 'react';
import { Button, Center, Group, Select, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { answerOf, api } from '../../api/client';
import { Notice } from '../../parts/notice';
import { Page, Panel } from '../../parts/page';
import { LoadingState, PlainState, ProblemState } from '../../parts/states';
import { actionOptions } from '../../words/audit-words';
import { addDays } from '../../words/days';
import { counted } from '../../words/format';
import { ActsTable } from './acts-table';

const PAGE_SIZE = 50;
const FILTERS = [
  { name: 'who', label: 'Who', hint: 'id of a person or key, or account' },
  { name: 'on', label: 'On what', hint: 'id of a lead, a key, a version' },
  { name: 'entry', label: 'Entry of the catalogue', hint: 'like: offer lakeshore-nursing' },
] as const;

const DAYS = [
  { name: 'from', label: 'From (day in UTC)' },
  { name: 'to', label: 'To (day in UTC)' },
] as const;

const useActs = (filters: Readonly<Record<string, string>>) =>
  useInfiniteQuery({
    queryKey: ['audit-log', filters],
    queryFn: ({ pageParam, signal }) =>
      answerOf(
        api.GET('/api/v1/operator/audit-log', {
          params: {
            query: { ...filters, limit: PAGE_SIZE, ...(pageParam !== null && { before: pageParam }) },
          },
          signal,
        }),
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next_before: next }) => next,
  });

/** Who changed or saw what, when, why and from where. */
export default function AuditLogScreen() {
  const [search, setSearch] = useSearchParams();
  const filters = Object.fromEntries(
    ['who', 'on', 'entry', 'action', 'from', 'to'].flatMap((name) => {
      const value = search.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  );
  const query = useActs(filters);
  const set = (name: string, value: string): void => {
    setSearch((before) => {
      const after = new URLSearchParams(before);
      if (value === '') after.delete(name);
      else after.set(name, value);
      return after;
    });
  };
  return (
    <Page
      title="Audit log"
      about="Who changed or viewed what, when, why and from where. Entries never change. Each action has two, its start and its outcome, so numbers skip."
    >
      <Group gap="xs" align="flex-end">
        <Select
          size="xs"
          w={210}
          label="What was done"
          searchable
          clearable
          data={actionOptions}
          value={search.get('action')}
          onChange={(value) => set('action', value ?? '')}
        />
        {FILTERS.map(({ name, label, hint }) => (
          <FilterField
            key={`${name} ${search.get(name) ?? ''}`}
            label={label}
            hint={hint}
            value={search.get(name) ?? ''}
            onSet={(value) => set(name, value)}
          />
        ))}
        {DAYS.map(({ name, label }) => (
          <TextInput
            key={name}
            type="date"
            size="xs"
            w={140}
            label={label}
            value={dayShown(name, search.get(name))}
            onChange={(event) => {
              const day = event.currentTarget.value;
              set(name, day === '' ? '' : `${name === 'from' ? day : addDays(day, 1)}T00:00:00Z`);
            }}
          />
        ))}
      </Group>
      <Panel flush>
        <Acts query={query} />
      </Panel>
    </Page>
  );
}

/** `to` is the first moment that is left out: the day after the last one, or a moment of a link. */
function dayShown(name: 'from' | 'to', at: string | null): string {
  const day = (at ?? '').slice(0, 10);
  return name === 'to' && at?.slice(10) === 'T00:00:00Z' ? addDays(day, -1) : day;
}

function Acts({ query }: { readonly query: ReturnType<typeof useActs> }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  if (!data)
    return error ? <ProblemState error={error} again={() => void refetch()} /> : <LoadingState rows={10} />;
  const acts = data.pages.flatMap((page) => page.acts);
  if (acts.length === 0) return <PlainState title="No actions">No action matches these filters.</PlainState>;
  return (
    <>
      <ActsTable acts={acts} />
      {error && (
        <Notice tone="wait" m="sm">
          Can’t load more actions right now.
        </Notice>
      )}
      <Center p="sm">
        {hasNextPage ? (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        ) : (
          <Text size="xs" c="dimmed">
            {counted(acts.length, 'act')}, all shown
          </Text>
        )}
      </Center>
    </>
  );
}

interface FieldParts {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onSet: (value: string) => void;
}

/** Applies when it is left, or with Enter. */
function FilterField({ label, hint, value, onSet }: FieldParts) {
  const [text, setText] = useState(value);
  return (
    <TextInput
      size="xs"
      w={210}
      label={label}
      placeholder={hint}
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => text.trim() !== value && onSet(text.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onSet(text.trim());
      }}
    />
  );
}
