import { useState } from 'react';
import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useMay } from '../../app/me';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { ActDialog } from '../../parts/act-dialog';
import { Answered } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { Notice, Pill } from '../../parts/notice';
import { Page, Panel } from '../../parts/page';
import { SetSecret, useSecretList } from '../../parts/set-secret';
import { PlainState } from '../../parts/states';
import { Time } from '../../parts/time';

type Secret = components['schemas']['SecretList']['secrets'][number];

/** Buyers' and partners' secrets: who has them, who uses them, and never what they are. */
export default function SecretsScreen() {
  const maySet = useMay()('catalogue:apply');
  const query = useSecretList();
  return (
    <Page
      title="Secrets"
      about="What buyers, partners and channels know Leadkeep by. A secret can be set and replaced; nobody can read it."
      actions={maySet && <SetSecret words="Set a secret" button={{ variant: 'filled' }} />}
    >
      <Answered query={query}>
        {({ is_known: isKnown, secrets }) => (
          <Stack gap="sm">
            {!isKnown && (
              <Notice tone="wait">
                Redis does not answer, so the files and variables of the processes are not known now.
              </Notice>
            )}
            <Panel flush>
              <DataTable
                caption="Secrets"
                columns={maySet ? [...COLUMNS, ACTS] : COLUMNS}
                rows={secrets}
                keyOf={({ name }) => name}
                empty={
                  <PlainState title="No secrets yet">
                    A destination refers to one as {'${secret:NAME}'}.
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

const COLUMNS: readonly Column<Secret>[] = [
  {
    id: 'name',
    head: 'Name',
    cell: ({ name }) => <b className="foreign">{name}</b>,
    sortBy: ({ name }) => name,
  },
  { id: 'from', head: 'Comes from', cell: (secret) => <Places of={secret} /> },
  {
    id: 'used-by',
    head: 'Used by',
    cell: ({ named_by: users }) =>
      users.length === 0 ? (
        <Text size="sm" c="dimmed" span>
          nothing
        </Text>
      ) : (
        users.map((user, at) => (
          <span key={user}>
            {at > 0 && ', '}
            <Entry named={user} />
          </span>
        ))
      ),
    sortBy: ({ named_by: { length } }) => length,
  },
  {
    id: 'used',
    head: 'Last used',
    cell: ({ used_at: at, set_at: setAt }) =>
      at === null ? <span>{setAt === null ? '–' : 'never'}</span> : <Time at={at} ago />,
    sortBy: ({ used_at: at }) => at,
  },
  {
    id: 'set',
    head: 'Set',
    cell: ({ set_at: at, set_by: by, previous_until: until }) =>
      at !== null && (
        <>
          <Time at={at} ago /> <span className="foreign">by {by}</span>
          {until !== null && Date.parse(until) > Date.now() && (
            <Text size="xs" c="dimmed">
              the value before is valid for callbacks until <Time at={until} />
            </Text>
          )}
        </>
      ),
    sortBy: ({ set_at: at }) => at,
  },
];

const ACTS: Column<Secret> = {
  id: 'acts',
  head: <span className="skip">Actions</span>,
  cell: (secret) => (
    <Group gap={6} wrap="nowrap">
      <SetSecret secret={secret.name} isStored={secret.set_at !== null} button={{ size: 'compact-xs' }} />
      {secret.set_at !== null && <RemoveSecret secret={secret} />}
    </Group>
  ),
};

const MOST_NAMED = 3;

/** A file comes before a variable, and either before what is stored. */
function Places({ of: { own, set_at: setAt, lacked_by: lackedBy } }: { readonly of: Secret }) {
  const of = (from: 'file' | 'variable'): string[] => {
    const owners = own.filter((one) => one.from === from).map(({ process }) => process);
    if (owners.length === 0) return [];
    return [`a ${from} (${owners.length > MOST_NAMED ? `${owners.length} processes` : owners.join(', ')})`];
  };
  const places = [
    ...of('file'),
    ...of('variable'),
    ...(setAt === null ? [] : [own.length > 0 ? 'stored, for all others' : 'stored']),
  ];
  return (
    <>
      {places.join('; ')}{' '}
      {lackedBy.length > 0 && (
        <Pill tone="bad">{places.length > 0 ? `not in ${lackedBy.join(', ')}` : 'Nobody has it'}</Pill>
      )}
    </>
  );
}

/** Where entries have a screen of their own. */
const SCREENS: Readonly<Record<string, string>> = {
  offer: '/offers',
  buyer: '/buyers',
  campaign: '/campaigns',
};

/** `offer ridge-nursing`, as a link where there is a screen. */
function Entry({ named }: { readonly named: string }) {
  const [kind = '', handle] = named.split(' ');
  const screen = SCREENS[kind];
  if (screen === undefined || handle === undefined) return <span className="foreign">{named}</span>;
  return (
    <Link href={`${screen}/${handle}`} className="foreign">
      {named}
    </Link>
  );
}

function RemoveSecret({ secret: { name, named_by: users } }: { readonly secret: Secret }) {
  const [isForced, setIsForced] = useState(false);
  return (
    <ActDialog
      name="Remove"
      button={{ size: 'compact-xs' }}
      isDanger
      confirm="Remove the secret"
      onOpen={() => setIsForced(false)}
      act={async (why) => {
        const { sentence } = await answerOf(
          api.POST('/api/v1/operator/secrets/{name}/remove', {
            params: { path: { name } },
            body: { why, ...(isForced && { force: true }) },
          }),
        );
        return sentence;
      }}
    >
      <Text size="sm">
        The stored value of <b className="foreign">{name}</b> is deleted. This can’t be undone.
      </Text>
      {users.length > 0 && (
        <Checkbox
          label="Also while it is in use: a file or variable has it"
          checked={isForced}
          onChange={(event) => setIsForced(event.currentTarget.checked)}
        />
      )}
    </ActDialog>
  );
}
