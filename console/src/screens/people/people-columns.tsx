import { useState } from 'react';
import { Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from 'wouter';
import { useMay, useMe } from '../../app/me';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { ActDialog } from '../../parts/act-dialog';
import type { Column } from '../../parts/data-table';
import { Pill } from '../../parts/notice';
import { Time } from '../../parts/time';
import { roleWords, ROLES } from '../../words/permission-words';
import { RolesField, type Role } from './roles-field';

type Person = components['schemas']['People']['people'][number];

const WAYS = { local: 'password', oidc: 'organization' } as const;

export const PEOPLE_COLUMNS: readonly Column<Person>[] = [
  {
    id: 'name',
    head: 'Person',
    cell: ({ name, email, removed_at: removed }) => (
      <>
        <b className="foreign">{name}</b> {removed !== null && <Pill tone="plain">removed</Pill>}
        <Text size="xs" c="dimmed" className="foreign">
          {email ?? 'no e-mail address'}
        </Text>
      </>
    ),
    sortBy: ({ name }) => name,
  },
  {
    id: 'roles',
    head: 'Roles',
    cell: ({ roles, roles_of_leadkeep: here, roles_of_provider: provided }) => (
      <Group gap={4}>
        {roles.map((role) => (
          <Pill
            key={role}
            tone="info"
            title={
              provided.includes(role)
                ? `Given ${here.includes(role) ? 'here and ' : ''}by the identity provider`
                : undefined
            }
          >
            {roleWords(role)}
          </Pill>
        ))}
      </Group>
    ),
  },
  { id: 'ways', head: 'Signs in with', cell: ({ sign_in: ways }) => ways.map((way) => WAYS[way]).join(', ') },
  {
    id: 'sessions',
    head: 'Signed in',
    number: true,
    cell: ({ open_sessions: open }) => open,
    sortBy: ({ open_sessions: open }) => open,
  },
  {
    id: 'since',
    head: 'Since',
    cell: ({ created_at: at }) => <Time at={at} />,
    sortBy: ({ created_at: at }) => at,
  },
  {
    id: 'acts',
    head: <span className="skip">What can be done</span>,
    cell: (person) => <PersonActs person={person} />,
  },
];

type Key = components['schemas']['OperatorKey'];

/** It stays until somebody closes it: the row of the person, with this dialog, changes at once. */
const sayWhatGoesOn = (name: string, keys: readonly Key[]) =>
  notifications.show({
    title: `Operator keys that ${name} issued go on`,
    message: (
      <>
        <span className="foreign">{keys.map((key) => `${key.name} (${key.prefix}…)`).join(', ')}</span>.
        Revoke them under{' '}
        <Link href="/keys?of=programs" className="link">
          Keys
        </Link>
        .
      </>
    ),
    ...{ color: 'red.9', autoClose: false },
  });

function PersonActs({ person }: { readonly person: Person }) {
  const may = useMay();
  const me = useMe();
  const [roles, setRoles] = useState<readonly Role[]>([]);
  if (!may('people:write') || person.removed_at !== null) return null;
  const params = { path: { id: person.id } };
  return (
    <Group gap={6} wrap="nowrap">
      <ActDialog
        name="Roles"
        button={{ size: 'compact-xs' }}
        why="none"
        confirm="Give these roles"
        // Somebody else may have changed them since the page was opened.
        onOpen={() => {
          setRoles(ROLES.map(({ value }) => value).filter((role) => person.roles_of_leadkeep.includes(role)));
        }}
        act={async () => {
          await answerOf(
            api.PUT('/api/v1/operator/people/{id}/roles', { params, body: { roles: [...roles] } }),
          );
          return `${person.name} has these roles within 5 seconds.`;
        }}
      >
        <RolesField roles={roles} onChange={setRoles} provided={person.roles_of_provider} />
      </ActDialog>
      {person.id !== me.person.id && (
        <ActDialog
          name="Remove"
          button={{ size: 'compact-xs' }}
          why="none"
          isDanger
          act={async () => {
            const { operator_keys: keys } = await answerOf(
              api.DELETE('/api/v1/operator/people/{id}', { params }),
            );
            if (keys.length > 0) sayWhatGoesOn(person.name, keys);
            return `${person.name} can’t sign in any more.`;
          }}
        >
          <Text size="sm">
            Every session of {person.name} ends within 5 seconds, and nobody can sign in as them until they
            are invited again. The name stays for the audit log. Operator keys that they issued or rotated go
            on.
          </Text>
        </ActDialog>
      )}
    </Group>
  );
}
