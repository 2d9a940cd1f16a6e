import { useState } from 'react';
import { Button, Group, Select, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'wouter';
import { useMay } from '../../app/me';
import { sentenceOf } from '../../api/api-problem';
import { answerOf, api } from '../../api/client';
import { ActDialog } from '../../parts/act-dialog';
import { Answered } from '../../parts/answered';
import { YamlEditor } from '../../parts/editor/yaml-editor';
import { Notice } from '../../parts/notice';
import { Page, Panel } from '../../parts/page';
import { Time } from '../../parts/time';
import { saveFile } from '../../words/csv';
import { counted } from '../../words/format';
import { Changes } from './changes';

/** One version of the catalogue: what it changed, its text, and the way back to it. */
export default function VersionScreen() {
  const { version = '1' } = useParams();
  const number = Number(version);
  const query = useQuery({
    queryKey: ['catalogue-version', number],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/operator/catalogue/versions/{version}', {
          params: { path: { version: number } },
          signal,
        }),
      ),
    staleTime: Infinity,
  });
  return (
    <Answered query={query}>
      {({ info, text }) => (
        <Page
          title={`Version ${number} of the catalogue`}
          about={
            info && (
              <span className="foreign">
                <Time at={info.at} />, by {info.by}
                {info.comment !== null && <>: {info.comment}</>}
              </span>
            )
          }
          actions={
            <>
              <Button component={Link} href="/catalogue" variant="default">
                All versions
              </Button>
              <Button
                variant="default"
                onClick={() => saveFile(`catalogue-${number}.yaml`, text, 'application/yaml')}
              >
                Save as a file
              </Button>
              <RollBack version={number} />
            </>
          }
        >
          {info?.files_from === 'exported' && (
            <Notice tone="plain">This version didn’t come from files: Leadkeep writes them.</Notice>
          )}
          <Diff version={number} />
          <Panel title="The whole version" flush>
            <YamlEditor text={text} label={`Version ${number}`} readOnly />
          </Panel>
        </Page>
      )}
    </Answered>
  );
}

function Diff({ version }: { readonly version: number }) {
  const [search, setSearch] = useSearchParams();
  const from = Number(search.get('from') ?? version - 1);
  const versions = useQuery({
    queryKey: ['catalogue-versions'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/catalogue/versions', { signal })),
  });
  const diff = useQuery({
    queryKey: ['catalogue-diff', from, version],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/operator/catalogue/diff', { params: { query: { from, to: version } }, signal }),
      ),
    enabled: from >= 1 && from !== version,
  });
  if (version === 1 && from < 1) return null;
  return (
    <Panel
      title={
        <Group gap="xs">
          Compared with version
          <Select
            size="xs"
            w={90}
            aria-label="Version to compare with"
            data={(versions.data?.versions ?? [])
              .map((each) => String(each.version))
              .filter((each) => each !== String(version))}
            value={String(from)}
            allowDeselect={false}
            onChange={(value) => setSearch(new URLSearchParams({ from: value ?? String(version - 1) }))}
          />
        </Group>
      }
    >
      <Answered query={diff}>{({ changes }) => <Changes changes={changes} />}</Answered>
    </Panel>
  );
}

function RollBack({ version }: { readonly version: number }) {
  const may = useMay();
  const [emergency, setEmergency] = useState(false);
  const current = useQuery({
    queryKey: ['catalogue'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/catalogue', { signal })),
  });
  const post = (why: string, isDry: boolean, base?: number) =>
    answerOf(
      api.POST('/api/v1/operator/catalogue/rollback', {
        body: {
          ...{ version, why, dry_run: isDry },
          ...(base !== undefined && { base_version: base }),
          ...(emergency && !isDry && { emergency: why }),
        },
      }),
    );
  const planning = useMutation({ mutationFn: () => post('asked what it would change', true) });
  const needsEmergency = current.data?.four_eyes ?? false;
  if (!may('catalogue:apply') || current.data?.info?.version === version) return null;
  return (
    <ActDialog
      name="Roll back to it"
      isDanger
      // Nobody confirms what they have not read, and its version keeps others' changes from being undone.
      isReady={planning.isSuccess}
      confirm={needsEmergency ? 'Roll back in an emergency' : 'Roll back'}
      onOpen={() => {
        setEmergency(needsEmergency);
        planning.mutate();
      }}
      act={async (why) => {
        const { version: made } = await post(why, false, planning.data?.base_version);
        return `Version ${made ?? ''} is active. It restores version ${version}.`;
      }}
    >
      <Text size="sm">
        Restores this version as a new version. Entries that it doesn’t have are retired.
        {needsEmergency && ' The catalogue requires a second person. This skips that, and raises an alert.'}
      </Text>
      {planning.isPending && (
        <Text size="sm" c="dimmed" role="status">
          Checking what would change…
        </Text>
      )}
      {planning.error && <Notice tone="bad">{sentenceOf(planning.error)}</Notice>}
      {planning.data && (
        <>
          {planning.data.warnings.map((warning) => (
            <Notice key={warning} tone="wait">
              {warning}
            </Notice>
          ))}
          <Text size="sm" fw={600}>
            {counted(planning.data.changes.length, 'entry', 'entries')} would change
          </Text>
          <Changes changes={planning.data.changes} />
        </>
      )}
    </ActDialog>
  );
}
