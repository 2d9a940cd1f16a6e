import { useState } from 'react';
import { Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useMay, useMe } from '../../app/me';
import { ApiProblem } from '../../api/api-problem';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { ActDialog } from '../../parts/act-dialog';
import type { Column } from '../../parts/data-table';
import { Pill } from '../../parts/notice';
import { Time } from '../../parts/time';
import { roleWords, ROLES } from '../../words/permission-words';
import { invitedIn } from './invitation-columns';
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
    head: <span className="skip">Actions</span>,
    cell: (person) => <PersonActs person={person} />,
  },
];

/** What somebody leaves to others who is removed, or who may do less. A process of the version before names less. */
type Left = Partial<Pick<components['schemas']['Removed'], 'operator_keys' | 'invitations_withdrawn'>>;

/** These stay until somebody closes them: the row of the person, with this dialog, changes at once. */
const STAYING = { color: 'red.9', autoClose: false } as const;

const sayWhatGoesOn = (name: string, keys: NonNullable<Left['operator_keys']>) =>
  notifications.show({
    title: `Operator keys that ${name} issued still work`,
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
    ...STAYING,
  });

const sayWhatEnded = (name: string, invitations: NonNullable<Left['invitations_withdrawn']>) =>
  notifications.show({
    title: `Invitations that ${name} made ended`,
    message: (
      <>
        <span className="foreign">{invitations.map(invitedIn).join(', ')}</span>. Invite again who is still to
        come.
      </>
    ),
    ...STAYING,
  });

function sayWhatIsLeft(name: string, left: Left) {
  const { operator_keys: keys = [], invitations_withdrawn: withdrawn = [] } = left;
  if (keys.length > 0) sayWhatGoesOn(name, keys);
  if (withdrawn.length > 0) sayWhatEnded(name, withdrawn);
}

function PersonActs({ person }: { readonly person: Person }) {
  const may = useMay();
  const me = useMe();
  const client = useQueryClient();
  // What is ticked, and the roles that were there when the ticking began. Until then the dialog shows those of now.
  const [ticked, setTicked] = useState<{ readonly roles: readonly Role[]; readonly before: Role[] }>();
  const before = ticked?.before ?? person.roles_of_leadkeep;
  const roles = ticked?.roles ?? ROLES.map(({ value }) => value).filter((role) => before.includes(role));
  const readPeople = (): Promise<void> => client.invalidateQueries({ queryKey: ['people'] });
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
          setTicked(undefined);
          void readPeople();
        }}
        act={async () => {
          const body = { roles: [...roles], before };
          const left: Left = await answerOf(
            api.PUT('/api/v1/operator/people/{id}/roles', { params, body }),
          ).catch(async (error: unknown) => {
            if (error instanceof ApiProblem && error.status === 409) {
              await readPeople();
              setTicked(undefined);
            }
            throw error;
          });
          sayWhatIsLeft(person.name, left);
          return `${person.name} has these roles within 5 seconds.`;
        }}
      >
        <RolesField
          roles={roles}
          onChange={(chosen) => setTicked({ roles: chosen, before })}
          provided={person.roles_of_provider}
        />
      </ActDialog>
      {person.id !== me.person.id && (
        <ActDialog
          name="Remove"
          button={{ size: 'compact-xs' }}
          why="none"
          isDanger
          act={async () => {
            const left: Left = await answerOf(api.DELETE('/api/v1/operator/people/{id}', { params }));
            sayWhatIsLeft(person.name, left);
            return `${person.name} can no longer sign in.`;
          }}
        >
          <Text size="sm">
            Every session of {person.name} ends within 5 seconds, and nobody can sign in as them until they
            are invited again. Invitations that they made end. The name stays for the audit log. Operator keys
            that they issued or rotated go on.
          </Text>
        </ActDialog>
      )}
    </Group>
  );
}
