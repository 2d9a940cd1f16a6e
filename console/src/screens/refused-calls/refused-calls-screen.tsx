import { useState } from 'react';
import { Group, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { Answered } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { Notice, Pill } from '../../parts/notice';
import { Page, Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { Time } from '../../parts/time';
import { nameOf } from '../../words/lead-words';

type Call = components['schemas']['RefusedCall'];

const DAY_MS = 86_400_000;
const TIMES = [
  { value: '1d', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '14d', label: 'Last 14 days' },
];
const FILTERS = [
  { name: 'affiliate', label: 'Affiliate' },
  { name: 'campaign', label: 'Campaign' },
  { name: 'code', label: 'Code' },
  { name: 'field', label: 'Field' },
  { name: 'key', label: 'Key' },
  { name: 'request_id', label: 'Request id' },
] as const;
const MOST = 200;

const COLUMNS: readonly Column<Call>[] = [
  { id: 'at', head: 'At', cell: ({ at }) => <Time at={at} />, sortBy: ({ at }) => at },
  {
    id: 'affiliate',
    head: 'Affiliate',
    cell: ({ affiliate }) => nameOf(affiliate),
    sortBy: ({ affiliate }) => nameOf(affiliate),
  },
  { id: 'campaign', head: 'Campaign', cell: ({ campaign }) => nameOf(campaign) },
  {
    id: 'key',
    head: 'Key',
    cell: ({ key }) => <span className="tabular foreign">{key ?? 'none that is valid'}</span>,
  },
  { id: 'route', head: 'Call', cell: ({ route }) => <span className="foreign">{route}</span> },
  { id: 'http', head: 'HTTP', number: true, cell: ({ http }) => http, sortBy: ({ http }) => http },
  {
    id: 'code',
    head: 'Answer',
    cell: ({ code }) => <Pill tone="plain">{code}</Pill>,
    sortBy: ({ code }) => code,
  },
  {
    id: 'field',
    head: 'Field',
    cell: ({ field }) => <b className="foreign">{field ?? '–'}</b>,
    sortBy: ({ field }) => field,
  },
  { id: 'request', head: 'Request id', cell: ({ request_id: id }) => <span className="foreign">{id}</span> },
];

/** Calls of affiliates that were answered 4xx: what to tell an affiliate's engineer. */
export default function RefusedCallsScreen() {
  const [search, setSearch] = useSearchParams();
  const [openedAt] = useState(Date.now);
  const days = Number.parseInt(search.get('last') ?? '1', 10);
  const filters = Object.fromEntries(
    FILTERS.flatMap(({ name }) => {
      const value = search.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  );
  const from = new Date(Math.floor((openedAt - days * DAY_MS) / 60_000) * 60_000).toISOString();
  const query = useQuery({
    queryKey: ['refused-calls', from, filters],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/operator/refused-calls', {
          params: { query: { from, limit: MOST, ...filters } },
          signal,
        }),
      ),
    refetchInterval: 15_000,
  });
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
      title="Refused calls"
      about="Calls from affiliates that were refused, without their values. Kept for 14 days."
    >
      <Group gap="xs" align="flex-end">
        <Select
          size="xs"
          label="Time"
          w={140}
          data={TIMES}
          value={`${days}d`}
          allowDeselect={false}
          onChange={(value) => set('last', value ?? '1d')}
        />
        {FILTERS.map(({ name, label }) => (
          <FilterField
            key={name}
            label={label}
            value={search.get(name) ?? ''}
            onSet={(value) => set(name, value)}
          />
        ))}
      </Group>
      <Answered query={query}>
        {({ refused_calls: calls, has_more }) => (
          <Stack gap="sm">
            {has_more && <Notice tone="info">These are the newest {MOST}; filter to see others.</Notice>}
            <Panel flush>
              <DataTable
                caption="Refused calls"
                columns={COLUMNS}
                rows={calls}
                keyOf={({ request_id, at }) => `${request_id} ${at}`}
                empty={
                  <PlainState title="No refused calls">
                    {Object.keys(filters).length > 0
                      ? 'No refused calls match these filters in this period.'
                      : 'No calls from affiliates were refused in this period.'}
                  </PlainState>
                }
              />
            </Panel>
          </Stack>
        )}
      </Answered>
    </Page>
  );
}

interface FieldParts {
  readonly label: string;
  readonly value: string;
  readonly onSet: (value: string) => void;
}

/** Applies when it is left, or with Enter. */
function FilterField({ label, value, onSet }: FieldParts) {
  const [text, setText] = useState(value);
  // The address may change beside the field; the field that has the focus keeps it.
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setText(value);
  }
  const apply = (): void => {
    if (text.trim() !== value) onSet(text.trim());
  };
  return (
    <TextInput
      size="xs"
      w={130}
      label={label}
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    />
  );
}
