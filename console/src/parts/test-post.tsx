import { useState, type ReactNode } from 'react';
import { Button, Checkbox, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { sentenceOf } from '../api/api-problem';
import { Notice } from './notice';
import { TestPostResult, type TestPostAnswer } from './test-post-result';
import { useDialogAct } from './use-dialog-act';

const TITLE = 'Test the offer with a made-up person';

interface TestPostParts {
  readonly ask: (send: boolean) => Promise<TestPostAnswer>;
  /** What is said of the person, besides. */
  readonly children?: ReactNode;
}

/** Makes the request that an offer sends now, for a made-up person, and sends it to the test address if wanted. */
export function TestPost({ ask, children }: TestPostParts) {
  const [opened, { open, close }] = useDisclosure();
  const [send, setSend] = useState(false);
  const posting = useDialogAct({ name: TITLE, isOpen: opened, act: () => ask(send) });
  return (
    <>
      <Button variant="default" onClick={open}>
        Test with a made-up person
      </Button>
      <Modal opened={opened} onClose={close} size="lg" title={<Text fw={650}>{TITLE}</Text>}>
        <Stack gap="sm">
          <Text size="sm">
            Builds the request that this offer would send now, with its headers and secrets, for a made-up
            person who meets its rules. {children} It never goes to the live address.
          </Text>
          <Checkbox
            label="Send it to the offer’s test address, and show the answer"
            checked={send}
            onChange={(event) => setSend(event.currentTarget.checked)}
          />
          <Button w="fit-content" loading={posting.isPending} onClick={() => posting.mutate()}>
            {send ? 'Send test' : 'Preview request'}
          </Button>
          {posting.error && <Notice tone="bad">{sentenceOf(posting.error)}</Notice>}
          {posting.data && <TestPostResult result={posting.data} />}
        </Stack>
      </Modal>
    </>
  );
}
