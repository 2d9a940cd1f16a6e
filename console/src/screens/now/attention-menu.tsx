import { useState } from 'react';
import { ActionIcon, Button, Group, Menu, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { sentenceOf } from '../../api/api-problem';
import { answerOf, api } from '../../api/client';
import { useMe } from '../../app/me';
import { Notice } from '../../parts/notice';
import { useDialogAct } from '../../parts/use-dialog-act';
import { WordsField } from '../../parts/words-field';
import { EndMute, MuteOne } from '../alerts/mutes';
import type { Item } from './now-screen';

interface Change {
  readonly take?: boolean;
  readonly note?: string | null;
}

const change = (id: string, body: Change) =>
  answerOf(api.POST('/api/v1/operator/now/{id}', { params: { path: { id } }, body }));

function useAct(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Change) => change(id, body),
    onError: (error) => notifications.show({ message: sentenceOf(error), color: 'red.9' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['now'] }),
  });
}

/** Assign it to me, mute it, note something. */
export function AttentionMenu({ item }: { readonly item: Item }) {
  const { person } = useMe();
  const act = useAct(item.id);
  const [opened, { open, close }] = useDisclosure();
  const isMine = item.taken_by?.id === person.id;
  return (
    <>
      {!item.taken_by && (
        <Button
          size="xs"
          variant="default"
          loading={act.isPending}
          onClick={() => act.mutate({ take: true })}
        >
          Assign to me
        </Button>
      )}
      {item.mute ? <EndMute id={item.mute.id} /> : <MuteOne finding={item} />}
      <Menu position="bottom-end" width={210}>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={`More for: ${item.sentence}`}>
            <Ellipsis size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isMine && <Menu.Item onClick={() => act.mutate({ take: false })}>Unassign</Menu.Item>}
          <Menu.Item onClick={open}>{item.note ? 'Edit the note' : 'Add a note'}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={opened} onClose={close} title="Note">
        <NoteForm id={item.id} before={item.note?.text ?? ''} isOpen={opened} close={close} />
      </Modal>
    </>
  );
}

interface NoteParts {
  readonly id: string;
  readonly before: string;
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** The dialog stays open with what is typed until the note is kept: it may be refused. */
function NoteForm({ id, before, isOpen, close }: NoteParts) {
  const client = useQueryClient();
  const [text, setText] = useState(before);
  const noting = useDialogAct({
    name: 'Note',
    isOpen,
    act: (note: string) => change(id, { note: note === '' ? null : note }),
    onDone: async (_, isShown) => {
      if (isShown) close();
      await client.invalidateQueries({ queryKey: ['now'] });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        noting.mutate(text.trim());
      }}
    >
      <Stack gap="sm">
        <WordsField
          label="Note for others"
          description="Everyone who can see Now can read it. Don’t include personal data."
          data-autofocus
          minRows={3}
          value={text}
          onText={setText}
        />
        {noting.error && <Notice tone="bad">{sentenceOf(noting.error)}</Notice>}
        <Group justify="flex-end">
          <Button type="submit" loading={noting.isPending}>
            Save the note
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
