import { useState } from 'react';
import { Group, MultiSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../app/me';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { ActDialog } from '../../parts/act-dialog';
import { Answered } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { Issuer } from '../../parts/issuer';
import { Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { Time } from '../../parts/time';
import { permissionOptions } from '../../words/permission-words';
import { KeyActs, KeyStatePill, NewKey } from './key-parts';

type OperatorKey = components['schemas']['OperatorKey'];
type Scope = OperatorKey['scopes'][number];

const columnsFor = (mayWrite: boolean, onKey: (key: string) => void): readonly Column<OperatorKey>[] => [
  {
    id: 'name',
    head: 'Name',
    cell: ({ name }) => <b className="foreign">{name}</b>,
    sortBy: ({ name }) => name,
  },
  { id: 'prefix', head: 'Starts with', cell: ({ prefix }) => <span className="tabular">{prefix}…</span> },
  { id: 'state', head: 'State', cell: (key) => <KeyStatePill of={key} />, sortBy: ({ state }) => state },
  { id: 'scopes', head: 'May', cell: ({ scopes }) => <span className="foreign">{scopes.join(', ')}</span> },
  {
    id: 'made',
    head: 'Issued',
    cell: ({ created_at: at }) => <Time at={at} />,
    sortBy: ({ created_at: at }) => at,
  },
  {
    id: 'issuer',
    head: 'Issued by',
    cell: ({ issued_by, rotated_by }) => (
      <>
        <Issuer by={issued_by} />
        {rotated_by && (
          <>
            , rotated by <Issuer by={rotated_by} />
          </>
        )}
      </>
    ),
    sortBy: ({ issued_by: by }) => by.name,
  },
  {
    id: 'acts',
    head: <span className="skip">Actions</span>,
    cell: ({ prefix, state }) =>
      mayWrite &&
      state === 'valid' && (
        <KeyActs
          prefix={prefix}
          rotate={async (overlap_hours) => {
            const path = { prefix };
            const answer = await answerOf(
              api.POST('/api/v1/operator/operator-keys/{prefix}/rotate', {
                params: { path },
                body: { overlap_hours },
              }),
            );
            onKey(answer.key);
          }}
          revoke={async () => {
            const answer = await answerOf(
              api.DELETE('/api/v1/operator/operator-keys/{prefix}', { params: { path: { prefix } } }),
            );
            return answer.sentence;
          }}
        />
      ),
  },
];

/** The keys of programs that use the operator API. */
export function OperatorKeys() {
  const mayWrite = useMay()('people:write');
  const [newKey, setNewKey] = useState<string>();
  const query = useQuery({
    queryKey: ['operator-keys'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/operator-keys', { signal })),
  });
  return (
    <Stack gap="sm">
      {mayWrite && (
        <Group>
          <IssueOperatorKey onKey={setNewKey} />
        </Group>
      )}
      <Answered query={query}>
        {({ keys }) => (
          <Panel flush>
            <DataTable
              caption="Operator keys"
              columns={columnsFor(mayWrite, setNewKey)}
              rows={keys.toReversed()}
              keyOf={({ id }) => id}
              empty={
                <PlainState title="No operator keys yet">
                  Programs and spreadsheets need one to use this API.
                </PlainState>
              }
            />
          </Panel>
        )}
      </Answered>
      <NewKey value={newKey} onClose={() => setNewKey(undefined)} />
    </Stack>
  );
}

function IssueOperatorKey({ onKey }: { readonly onKey: (key: string) => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>([]);
  const [days, setDays] = useState<number | string>(90);
  return (
    <ActDialog
      name="Issue a key"
      button={{ variant: 'filled' }}
      why="none"
      isReady={name.trim() !== '' && scopes.length > 0 && days !== ''}
      act={async () => {
        const { key } = await answerOf(
          api.POST('/api/v1/operator/operator-keys', {
            body: { name: name.trim(), scopes: scopes as Scope[], expires_in_days: Number(days) },
          }),
        );
        onKey(key);
        return 'Key issued.';
      }}
    >
      <TextInput
        label="Name"
        description="Who or what uses it. Shown in the audit log."
        required
        data-autofocus
        maxLength={64}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <MultiSelect
        label="What it may do"
        description="Only what it needs"
        required
        searchable
        data={permissionOptions}
        value={scopes}
        onChange={setScopes}
      />
      <NumberInput label="Valid for, in days" required min={1} max={366} value={days} onChange={setDays} />
    </ActDialog>
  );
}
