import { useState } from 'react';
import { Button, Code, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../app/me';
import { answerOf, api } from '../../api/client';
import { ActDialog } from '../../parts/act-dialog';
import { Answered } from '../../parts/answered';
import { DataTable } from '../../parts/data-table';
import { Page, Panel } from '../../parts/page';
import { invitationColumns } from './invitation-columns';
import { PEOPLE_COLUMNS } from './people-columns';
import { RolesField, type Role } from './roles-field';
import { SessionsPanel } from './sessions';

/** Everybody who may sign in, their roles, open invitations and sessions. */
export default function PeopleScreen() {
  const mayWrite = useMay()('people:write');
  const [link, setLink] = useState<string>();
  const query = useQuery({
    queryKey: ['people'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/people', { signal })),
  });
  return (
    <Page
      title="People"
      about="Who can sign in, and what they can do. Removed roles stop working within 5 seconds."
      actions={mayWrite && <Invite onLink={setLink} />}
    >
      <Answered query={query}>
        {({ people, invitations }) => (
          <Stack gap="md">
            <Panel flush>
              <DataTable
                caption="People"
                columns={PEOPLE_COLUMNS}
                rows={people.toSorted(
                  (a, b) => Number(a.removed_at !== null) - Number(b.removed_at !== null),
                )}
                keyOf={({ id }) => id}
              />
            </Panel>
            {invitations.length > 0 && (
              <Panel title="Open invitations" flush>
                <DataTable
                  caption="Open invitations"
                  columns={invitationColumns(mayWrite)}
                  rows={invitations}
                  keyOf={({ id }) => id}
                />
              </Panel>
            )}
          </Stack>
        )}
      </Answered>
      <SessionsPanel />
      <NewLink link={link} onClose={() => setLink(undefined)} />
    </Page>
  );
}

function Invite({ onLink }: { readonly onLink: (link: string) => void }) {
  const [email, setEmail] = useState('');
  const [roles, setRoles] = useState<readonly Role[]>(['viewer']);
  return (
    <ActDialog
      name="Invite someone"
      button={{ variant: 'filled' }}
      why="none"
      confirm="Create the link"
      act={async () => {
        const to = email.trim() === '' ? {} : { email: email.trim() };
        const { link } = await answerOf(
          api.POST('/api/v1/operator/people/invitations', {
            body: { ...to, ...(roles.length > 0 && { roles: [...roles] }) },
          }),
        );
        onLink(link);
        return 'Invitation created.';
      }}
    >
      <TextInput
        label="E-mail"
        description="Leave empty to let the person enter one. People with an account keep it, and set a new password and authenticator app."
        type="email"
        data-autofocus
        value={email}
        maxLength={254}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <RolesField roles={roles} onChange={setRoles} />
    </ActDialog>
  );
}

const NewLink = ({ link, onClose }: { readonly link: string | undefined; readonly onClose: () => void }) => (
  <Modal
    opened={link !== undefined}
    onClose={onClose}
    title={<Text fw={650}>The link</Text>}
    closeOnClickOutside={false}
  >
    <Stack gap="sm">
      <Text size="sm">
        It works once, for three days. You can’t see it again, so copy it and send it to the person yourself.
      </Text>
      <Code block className="foreign">
        {link}
      </Code>
      <Group justify="flex-end">
        <CopyButton value={link ?? ''}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy the link'}</Button>}
        </CopyButton>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  </Modal>
);
