import { useState, type ReactNode } from 'react';
import { Button, Checkbox, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { sentenceOf } from '../api/api-problem';
import { Notice } from './notice';
import { TestPostResult, type TestPostAnswer } from './test-post-result';
import { useDialogAct } from './use-dialog-act';

interface DialogParts {
  readonly title: string;
  /** Of the button that opens it, and of the one that asks. */
  readonly opens: string;
  readonly asks: string;
  readonly about: ReactNode;
  readonly isReady?: boolean;
  readonly ask: () => Promise<TestPostAnswer>;
  /** What is chosen before. */
  readonly children: ReactNode;
}

/** Asks for a request for a made-up person, and shows it. */
export function TestPostDialog({ title, opens, asks, about, isReady = true, ask, children }: DialogParts) {
  const [opened, { open, close }] = useDisclosure();
  const posting = useDialogAct({ name: title, isOpen: opened, act: ask });
  return (
    <>
      <Button variant="default" onClick={open}>
        {opens}
      </Button>
      <Modal opened={opened} onClose={close} size="lg" title={<Text fw={650}>{title}</Text>}>
        <Stack gap="sm">
          <Text size="sm">{about}</Text>
          {children}
          <Button
            w="fit-content"
            loading={posting.isPending}
            disabled={!isReady}
            onClick={() => posting.mutate()}
          >
            {asks}
          </Button>
          {posting.error && <Notice tone="bad">{sentenceOf(posting.error)}</Notice>}
          {posting.data && <TestPostResult result={posting.data} />}
        </Stack>
      </Modal>
    </>
  );
}

interface TestPostParts {
  readonly ask: (send: boolean) => Promise<TestPostAnswer>;
  /** What is said of the person, besides. */
  readonly children?: ReactNode;
}

/** Makes the request that an offer sends now, for a made-up person, and sends it to the test address if wanted. */
export function TestPost({ ask, children }: TestPostParts) {
  const [send, setSend] = useState(false);
  return (
    <TestPostDialog
      title="Test the offer with a made-up person"
      opens="Test with a made-up person"
      asks={send ? 'Send test' : 'Preview request'}
      about={
        <>
          Builds the request that this offer would send now, with its headers and secrets, for a made-up
          person who meets its rules. {children} It never goes to the live address.
        </>
      }
      ask={() => ask(send)}
    >
      <Checkbox
        label="Send it to the offer’s test address, and show the answer"
        checked={send}
        onChange={(event) => setSend(event.currentTarget.checked)}
      />
    </TestPostDialog>
  );
}
