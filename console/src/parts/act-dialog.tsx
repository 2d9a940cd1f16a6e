import { useState, type ReactNode } from 'react';
import { Button, Group, Modal, Stack, Text, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { sentenceOf } from '../api/api-problem';
import { readAgain } from '../app/query-client';
import { Notice } from './notice';
import { useDialogAct } from './use-dialog-act';
import { WordsField } from './words-field';

interface ActParts {
  /** The button's words, which are also the dialog's title. */
  readonly name: string;
  readonly confirm?: string;
  /** What it does, and what follows from it. */
  readonly children?: ReactNode;
  /** Whether a reason is asked for. */
  readonly why?: 'needed' | 'optional' | 'none';
  readonly whyLabel?: string;
  readonly isDanger?: boolean;
  readonly isReady?: boolean;
  /** It has acted, and shows what came of it: nothing is left but to close it. */
  readonly isDone?: boolean;
  readonly button?: ButtonProps;
  /** Acts, and answers a sentence about what was done. Undefined: the caller shows it, in the dialog if that is shown. */
  readonly act: (why: string, isShown: () => boolean) => Promise<string | undefined>;
  /** When the dialog opens. */
  readonly onOpen?: () => void;
}

/** A button that asks before it acts. What was read before is read again afterwards. */
export function ActDialog({ name, button, onOpen, ...parts }: ActParts) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button
        variant="default"
        {...button}
        onClick={() => {
          onOpen?.();
          open();
        }}
      >
        {name}
      </Button>
      <Modal opened={opened} onClose={close} title={<Text fw={650}>{name}</Text>} size="md">
        <ActForm name={name} isOpen={opened} close={close} {...parts} />
      </Modal>
    </>
  );
}

interface FormParts extends Omit<ActParts, 'button' | 'onOpen'> {
  readonly isOpen: boolean;
  readonly close: () => void;
}

function ActForm({ name, confirm = name, children, why = 'needed', whyLabel = 'Why', ...parts }: FormParts) {
  const { isDanger = false, isReady = true, isDone = false, isOpen, act, close } = parts;
  const [reason, setReason] = useState('');
  const acting = useDialogAct({
    ...{ name, isOpen, act },
    onDone: async (sentence, isShown) => {
      if (sentence !== undefined) {
        notifications.show({ message: sentence, color: 'keep' });
        // One that was closed and opened again asks for something new.
        if (isShown) close();
      }
      await readAgain();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        acting.mutate(reason.trim());
      }}
    >
      <Stack gap="sm">
        {children}
        {why !== 'none' && (
          <WordsField
            label={whyLabel}
            description="Saved in the audit log. Don’t include personal data."
            required={why === 'needed'}
            data-autofocus={children === undefined ? true : undefined}
            value={reason}
            onText={setReason}
          />
        )}
        {acting.error && <Notice tone="bad">{sentenceOf(acting.error)}</Notice>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {isDone ? 'Done' : 'Cancel'}
          </Button>
          {!isDone && (
            <Button
              type="submit"
              {...(isDanger && { color: 'red.9' })}
              loading={acting.isPending}
              disabled={!isReady || (why === 'needed' && reason.trim() === '')}
            >
              {confirm}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
