import { useState } from 'react';
import { Button, Grid, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { useMay } from '../../app/me';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { Answered } from '../../parts/answered';
import { YamlEditor } from '../../parts/editor/yaml-editor';
import { Notice } from '../../parts/notice';
import { Page, Panel } from '../../parts/page';
import { Time } from '../../parts/time';
import { DraftPill } from './columns';
import { DraftActs } from './draft-acts';
import { Findings } from './findings';
import { useDraftTexts } from './use-draft-texts';

export type Draft = components['schemas']['Draft'];

/** A draft: its text with the validator's faults at their lines, what it would change, and who agrees. */
export default function DraftScreen() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: ['draft', id],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/operator/drafts/{id}', { params: { path: { id } }, signal })),
    // What somebody types here is not read over; others' changes are noticed when it is saved.
    refetchOnWindowFocus: false,
  });
  // Another number begins anew with what is stored.
  const [begun, setBegun] = useState(0);
  return (
    <Answered query={query}>
      {(draft) => <OneDraft key={`${draft.id} ${begun}`} draft={draft} onAnew={() => setBegun(begun + 1)} />}
    </Answered>
  );
}

interface OneParts {
  readonly draft: Draft;
  readonly onAnew: () => void;
}

function OneDraft({ draft, onAnew }: OneParts) {
  const may = useMay();
  const texts = useDraftTexts(draft, onAnew);
  const { name, text } = texts.opened;
  const [goTo, setGoTo] = useState<{ readonly line: number }>();
  const isOpen = draft.state === 'draft' || draft.state === 'proposed';
  const beginAnew = (
    <Button size="compact-xs" variant="default" onClick={texts.discard}>
      Discard my changes
    </Button>
  );
  const faults = texts.isChanged ? undefined : draft.check?.faults.filter(({ file }) => file === name);
  return (
    <Page
      title={draft.title}
      about={
        <Group gap="xs">
          <DraftPill draft={draft} />
          <Text size="sm" span className="foreign">
            revision {draft.revision}, from version {draft.base_version}, by{' '}
            {draft.authors.map((author) => author.name).join(', ')}, changed{' '}
            <Time at={draft.changed.at} ago />
          </Text>
        </Group>
      }
      actions={<DraftActs draft={draft} texts={texts} />}
    >
      {texts.isOvertaken && (
        <Notice tone="wait">
          Someone else changed this draft. Your copy is out of date and can’t be saved or applied. {beginAnew}
        </Notice>
      )}
      {texts.isBack && isOpen && !texts.isOvertaken && (
        <Notice tone="wait">
          You have unsaved changes. This is your text, not the saved draft. {beginAnew}
        </Notice>
      )}
      {texts.isChanged && !isOpen && !texts.isOvertaken && (
        <Notice tone="wait">Someone else closed this draft, so your text can’t be saved. {beginAnew}</Notice>
      )}
      {draft.applied !== null && <NextSteps draft={draft} />}
      {draft.is_stale && isOpen && (
        <Notice tone="wait">
          A newer version is active than the one this draft was made from. Compare them, then save the draft
          for the active version.
        </Notice>
      )}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Panel
            flush
            title={
              draft.files.length > 1 ? (
                <SegmentedControl
                  size="xs"
                  aria-label="File"
                  data={draft.files.map((file) => file.name)}
                  value={name}
                  onChange={texts.open}
                />
              ) : (
                <span className="foreign">{name}</span>
              )
            }
            actions={
              texts.isChanged && (
                <Text size="xs" c="dimmed">
                  Unsaved changes
                </Text>
              )
            }
          >
            <YamlEditor
              text={text}
              label={name || 'File'}
              readOnly={!isOpen || !may('catalogue:draft')}
              faults={faults}
              goTo={goTo}
              onChange={texts.change}
            />
          </Panel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Stack gap="md">
            <Findings
              draft={draft}
              isChanged={texts.isChanged}
              onFault={({ file, line }) => {
                if (file !== name) texts.open(file);
                setGoTo({ line });
              }}
            />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

/** Where one goes once there is something to sell: an affiliate needs a key, and must know how to post. */
function NextSteps({ draft: { applied, check } }: Pick<OneParts, 'draft'>) {
  const may = useMay();
  const campaigns = (check?.changes ?? []).filter(
    ({ kind, change }) => kind === 'campaign' && change === 'added',
  );
  const [campaign] = campaigns;
  if (!applied || !campaign) return null;
  return (
    <Notice tone="good">
      Version {applied.version} is active. Next:{' '}
      {may('keys:write') && (
        <>
          <Link href="/keys" className="link">
            issue a key to the affiliate
          </Link>
          , then{' '}
        </>
      )}
      send the{' '}
      <Link href={`/campaigns/${campaign.handle}`} className="link">
        posting specification
      </Link>{' '}
      of {campaigns.length === 1 ? <span className="foreign">{campaign.handle}</span> : 'each campaign'}.
    </Notice>
  );
}
