import { useState } from 'react';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { useMay } from '../../app/me';
import { answerOf, api } from '../../api/client';
import { ActDialog } from '../../parts/act-dialog';
import { Answered } from '../../parts/answered';
import { DataTable } from '../../parts/data-table';
import { Pill } from '../../parts/notice';
import { NewEntryMenu } from '../../parts/entry-buttons';
import { Facts, Page, Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { Time } from '../../parts/time';
import { DRAFT_COLUMNS, VERSION_COLUMNS } from './columns';

const MOST_VERSIONS = 50;

const FILES_FROM = {
  given: 'those that were given to leadkeep apply',
  edited: 'those of a draft, or edited by Leadkeep where something changed',
  exported: 'this version didn’t come from files: Leadkeep writes them',
} as const;

/** The version in force, drafts, and the history. */
export default function CatalogueScreen() {
  const may = useMay();
  return (
    <Page
      title="Catalogue"
      about="Affiliates, buyers, offers and campaigns, as one file. A draft changes nothing until you apply it."
      actions={
        may('catalogue:draft') && (
          <>
            <NewDraft />
            <NewEntryMenu />
          </>
        )
      }
    >
      <InForce />
      <Drafts />
      <Versions />
    </Page>
  );
}

function InForce() {
  const query = useQuery({
    queryKey: ['catalogue'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/catalogue', { signal })),
  });
  return (
    <Answered query={query}>
      {({ info, four_eyes: fourEyes }) =>
        info === null ? (
          <PlainState title="No catalogue yet">Apply one to start selling.</PlainState>
        ) : (
          <Panel
            title={`Version ${info.version} is active`}
            actions={
              <Button
                component={Link}
                href={`/catalogue/versions/${info.version}`}
                size="xs"
                variant="default"
              >
                Read it
              </Button>
            }
          >
            <Facts
              of={[
                ['Since', <Time key="at" at={info.at} />],
                ['By', info.by],
                ['Why', info.comment],
                ['Files', FILES_FROM[info.files_from]],
                [
                  'Approval',
                  fourEyes ? (
                    <Pill key="four" tone="info">
                      Someone other than a draft’s authors must apply it
                    </Pill>
                  ) : (
                    'not required'
                  ),
                ],
              ]}
            />
          </Panel>
        )
      }
    </Answered>
  );
}

function Drafts() {
  const [all, setAll] = useState(false);
  const query = useQuery({
    queryKey: ['drafts'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/drafts', { signal })),
  });
  return (
    <Panel
      title="Drafts"
      flush
      actions={
        <Button size="compact-xs" variant="subtle" onClick={() => setAll(!all)}>
          {all ? 'Open only' : 'Show all'}
        </Button>
      }
    >
      <Answered query={query}>
        {({ drafts }) => (
          <DataTable
            caption="Drafts"
            columns={DRAFT_COLUMNS}
            rows={
              all
                ? drafts
                : drafts.filter(({ applied, state }) => applied === null && !/withdrawn/.test(state))
            }
            keyOf={({ id }) => id}
            linkOf={({ id }) => `/catalogue/drafts/${id}`}
            empty={<PlainState title="No open drafts">Nobody is changing the catalogue.</PlainState>}
          />
        )}
      </Answered>
    </Panel>
  );
}

function Versions() {
  const query = useQuery({
    queryKey: ['catalogue-versions'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/catalogue/versions', { signal })),
  });
  return (
    <Panel title="History" flush>
      <Answered query={query}>
        {({ versions }) => (
          <>
            <DataTable
              caption="History"
              columns={VERSION_COLUMNS}
              rows={versions.slice(0, MOST_VERSIONS)}
              keyOf={({ version }) => String(version)}
              linkOf={({ version }) => `/catalogue/versions/${version}`}
            />
            {versions.length > MOST_VERSIONS && (
              <Text size="xs" c="dimmed" p="sm">
                The newest {MOST_VERSIONS} are shown; the audit log has all.
              </Text>
            )}
          </>
        )}
      </Answered>
    </Panel>
  );
}

function NewDraft() {
  const [title, setTitle] = useState('');
  const [, go] = useLocation();
  return (
    <ActDialog
      name="New draft"
      why="none"
      confirm="Create the draft"
      isReady={title.trim() !== ''}
      act={async () => {
        const { id, revision } = await answerOf(
          api.POST('/api/v1/operator/drafts', { body: { title: title.trim() } }),
        );
        const params = { path: { id }, query: { revision } };
        await answerOf(api.POST('/api/v1/operator/drafts/{id}/validate', { params }));
        go(`/catalogue/drafts/${id}`);
        return 'The draft is a copy of the active version. You can edit it now.';
      }}
    >
      <Stack gap="xs">
        <TextInput
          label="What it is for"
          required
          data-autofocus
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Group>
          <Text size="xs" c="dimmed">
            It starts as a copy of the active version. Nothing changes until you apply it.
          </Text>
        </Group>
      </Stack>
    </ActDialog>
  );
}
