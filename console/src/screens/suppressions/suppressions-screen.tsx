import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { Answered } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { Page, Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { Time } from '../../parts/time';
import { counted, formatCount } from '../../words/format';
import { AddDialog, FindDialog, ImportDialog, RemoveDialog } from './suppression-acts';

type Entry = components['schemas']['Suppression'];

const KINDS: Readonly<Record<Entry['kind'], string>> = {
  email: 'E-mail address',
  email_md5: 'E-mail address (MD5)',
  phone: 'Phone number',
  domain: 'Domain',
};

/** The list shows the newest entries alone. */
const titleOf = (shown: number, count: number): string => {
  if (count > shown) return `Newest ${formatCount(shown)} of ${counted(count, 'entry', 'entries')}`;
  return count === 0 ? 'Entries' : counted(count, 'entry', 'entries');
};

const COLUMNS: readonly Column<Entry>[] = [
  { id: 'kind', head: 'By', cell: ({ kind }) => KINDS[kind] },
  {
    id: 'scope',
    head: 'Not sold',
    cell: ({ scope, party }) =>
      scope === 'all' ? (
        'to anybody'
      ) : (
        <>
          {scope === 'buyer' ? 'to buyer ' : 'from affiliate '}
          <span className="foreign">{party?.handle ?? 'no longer known'}</span>
        </>
      ),
  },
  { id: 'reason', head: 'Why', cell: ({ reason }) => <span className="foreign">{reason}</span> },
  { id: 'source', head: 'Source', cell: ({ source }) => <span className="foreign">{source}</span> },
  {
    id: 'added',
    head: 'Added',
    cell: ({ added_at: at, added_by: by }) => (
      <>
        <Time at={at} ago /> by <span className="foreign">{by}</span>
      </>
    ),
    sortBy: ({ added_at: at }) => at,
  },
  {
    id: 'expires',
    head: 'Ends',
    cell: ({ expires_at: at }) => (at === null ? 'never' : <Time at={at} />),
    sortBy: ({ expires_at: at }) => at,
  },
];

/** Who is not sold. Entries are keyed hashes, so the list names nobody. */
export default function SuppressionsScreen() {
  const [found, setFound] = useState<readonly Entry[]>();
  const forget = (): void => setFound(undefined);
  const query = useQuery({
    queryKey: ['suppressions'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/suppressions', { signal })),
  });
  return (
    <Page
      title="Suppression list"
      about="People whose leads aren’t sold. Entries are stored as keyed hashes, so the list names nobody. Changes apply everywhere within 5 seconds."
      actions={
        <Group gap="xs">
          <FindDialog onFound={setFound} />
          <AddDialog onChanged={forget} />
          <ImportDialog onChanged={forget} />
          <RemoveDialog onChanged={forget} />
        </Group>
      }
    >
      <Stack gap="md">
        {found && (
          <Panel title={found.length === 0 ? 'Not on the list' : 'Found'} flush={found.length > 0}>
            {found.length === 0 ? (
              <Text size="sm">Neither this value nor the domain of the address is on the list.</Text>
            ) : (
              <DataTable caption="Found entries" columns={COLUMNS} rows={found} keyOf={({ id }) => id} />
            )}
          </Panel>
        )}
        <Answered query={query}>
          {({ entries, count }) => (
            <Panel title={titleOf(entries.length, count)} flush>
              <DataTable
                caption={`Suppression list, ${counted(entries.length, 'entry', 'entries')}`}
                columns={COLUMNS}
                rows={entries}
                keyOf={({ id }) => id}
                empty={
                  <PlainState title="Nobody is suppressed">
                    Add a person who asked to stop, or import a list.
                  </PlainState>
                }
              />
            </Panel>
          )}
        </Answered>
      </Stack>
    </Page>
  );
}
