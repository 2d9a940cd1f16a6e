import { useState } from 'react';
import { Button, NumberInput, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMay, useMe } from '../../app/me';
import { ApiProblem, sentenceOf } from '../../api/api-problem';
import { answerOf, api } from '../../api/client';
import { ActDialog } from '../../parts/act-dialog';
import { EditEntry, NewEntryMenu } from '../../parts/entry-buttons';
import { counted } from '../../words/format';
import type { Draft } from './draft-screen';
import { DraftPreview } from './draft-preview';
import { sameFiles, type DraftTexts } from './use-draft-texts';
import { useKeepDraft } from './use-keep-draft';

interface ActsParts {
  readonly draft: Draft;
  readonly texts: DraftTexts;
}

/** What can be done with a draft now, in the order in which it is done. */
export function DraftActs({ draft, texts }: ActsParts) {
  const may = useMay();
  const me = useMe();
  if (draft.state === 'applied' || draft.state === 'withdrawn') return null;
  const isRead = !texts.isChanged && !texts.isOvertaken;
  const isSound = draft.check !== null && draft.check.faults.length === 0 && isRead;
  const isAuthor = draft.authors.some(({ id }) => id === me.person.id);
  const mayWrite = may('catalogue:draft');
  const mayApply = may('catalogue:apply');
  return (
    <>
      {mayWrite && isRead && <EditEntry draft={draft.id} revision={draft.revision} />}
      {mayWrite && isRead && <NewEntryMenu draft={draft.id} />}
      {mayWrite && <Save draft={draft} texts={texts} />}
      {mayWrite && isSound && <Backtest draft={draft} />}
      {mayWrite && isSound && <DraftPreview draft={draft} />}
      {mayWrite && isSound && draft.state === 'draft' && <Propose draft={draft} />}
      {mayApply && isSound && draft.state === 'proposed' && !isAuthor && draft.approved === null && (
        <Approve draft={draft} />
      )}
      {mayApply && isSound && <Apply draft={draft} isAuthor={isAuthor} />}
      {mayWrite && !texts.isOvertaken && <Withdraw draft={draft} texts={texts} />}
    </>
  );
}

/** Saves and validates in one step. A draft that is stale is saved for the version in force. */
function Save({ draft, texts }: ActsParts) {
  const keep = useKeepDraft(draft.id);
  const path = { id: draft.id };
  const isNew = texts.isChanged || draft.is_stale;
  const saving = useMutation({
    mutationFn: async () => {
      const sent = texts.send();
      let { revision } = draft;
      const adopt = async (answer: Draft): Promise<void> => {
        // Text that somebody else wrote is not adopted: the editor does not show it.
        await keep(answer);
        if (sameFiles(answer.files, sent)) texts.saved(sent);
        ({ revision } = answer);
      };
      if (isNew) {
        const { info } = await answerOf(api.GET('/api/v1/operator/catalogue'));
        const base = draft.is_stale && info ? { base_version: info.version } : {};
        const body = { revision, files: sent, ...base };
        await adopt(await answerOf(api.PUT('/api/v1/operator/drafts/{id}', { params: { path }, body })));
      }
      const params = { path, query: { revision } };
      await adopt(await answerOf(api.POST('/api/v1/operator/drafts/{id}/validate', { params })));
    },
    onError: async (error) => {
      notifications.show({ message: sentenceOf(error), color: 'red.9', autoClose: 12_000 });
      if (error instanceof ApiProblem && error.status === 409) await keep();
    },
  });
  return (
    <Button
      variant={isNew || draft.check === null ? 'filled' : 'default'}
      loading={saving.isPending}
      disabled={texts.isOvertaken}
      onClick={() => saving.mutate()}
    >
      {draft.is_stale ? 'Save for the active version' : texts.isChanged ? 'Save and validate' : 'Validate'}
    </Button>
  );
}

interface OneParts {
  readonly draft: Draft;
}

function Backtest({ draft: { id, revision } }: OneParts) {
  const [records, setRecords] = useState<number | string>(200);
  return (
    <ActDialog
      name="Backtest"
      why="none"
      isReady={records !== ''}
      act={async () => {
        const body = { revision, records: Number(records) };
        await answerOf(api.POST('/api/v1/operator/drafts/{id}/backtest', { params: { path: { id } }, body }));
        return 'The backtest is done. See the results next to the draft.';
      }}
    >
      <Text size="sm">
        Runs your newest leads and searches against the draft, and shows what would change. Nothing is sent.
      </Text>
      <NumberInput
        label="Number of leads and of searches"
        min={1}
        max={1_000}
        value={records}
        onChange={setRecords}
      />
    </ActDialog>
  );
}

const Propose = ({ draft: { id, revision } }: OneParts) => (
  <ActDialog
    name="Propose"
    why="none"
    act={async () => {
      await answerOf(
        api.POST('/api/v1/operator/drafts/{id}/propose', { params: { path: { id } }, body: { revision } }),
      );
      return 'Proposed. Someone else can apply it now.';
    }}
  >
    <Text size="sm">Asks others to apply it. Editing the text withdraws the proposal.</Text>
  </ActDialog>
);

const Approve = ({ draft: { id, revision } }: OneParts) => (
  <ActDialog
    name="Approve"
    why="none"
    act={async () => {
      await answerOf(
        api.POST('/api/v1/operator/drafts/{id}/approve', { params: { path: { id } }, body: { revision } }),
      );
      return 'Approved.';
    }}
  >
    <Text size="sm">Approves this revision, so that it can be applied from the command line too.</Text>
  </ActDialog>
);

function Apply({
  draft: { id, revision, check, state },
  isAuthor,
}: OneParts & { readonly isAuthor: boolean }) {
  const { data } = useQuery({
    queryKey: ['catalogue'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/catalogue', { signal })),
  });
  const needsOther = (data?.four_eyes ?? false) && (isAuthor || state !== 'proposed');
  if (needsOther)
    return (
      <Text size="xs" c="dimmed" maw={190}>
        {isAuthor ? 'Someone other than its authors must apply it.' : 'Its author must propose it first.'}
      </Text>
    );
  return (
    <ActDialog
      name="Apply"
      button={{ variant: 'filled' }}
      why="optional"
      confirm="Apply the draft"
      act={async (why) => {
        const body = { revision, ...(why !== '' && { why }) };
        const applied = await answerOf(
          api.POST('/api/v1/operator/drafts/{id}/apply', { params: { path: { id } }, body }),
        );
        return `Version ${applied.applied?.version ?? ''} is active.`;
      }}
    >
      <Text size="sm">
        This draft becomes the active version for all new leads and searches. It changes{' '}
        {counted(check?.changes.length ?? 0, 'entry', 'entries')}.
      </Text>
    </ActDialog>
  );
}

const Withdraw = ({ draft: { id, revision }, texts }: ActsParts) => (
  <ActDialog
    name="Withdraw"
    why="none"
    isDanger
    act={async () => {
      await answerOf(
        api.DELETE('/api/v1/operator/drafts/{id}', { params: { path: { id }, query: { revision } } }),
      );
      // Text that is not saved can't be saved any more.
      if (texts.isChanged) texts.discard();
      return 'Draft withdrawn. You can still read it.';
    }}
  >
    <Text size="sm">Nobody can apply it afterward. You can still read it.</Text>
  </ActDialog>
);
