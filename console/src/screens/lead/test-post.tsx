import { useState } from 'react';
import { Button, Checkbox, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { sentenceOf } from '../../api/api-problem';
import { answerOf, api } from '../../api/client';
import { Notice } from '../../parts/notice';
import { TestPostResult } from '../../parts/test-post-result';
import { useDialogAct } from '../../parts/use-dialog-act';

const TITLE = 'Test the offer with a made-up person';

/** Makes the request that the offer would get now, for a made-up person, and sends it to the test address if wanted. */
export function TestPost({ id }: { readonly id: string }) {
  const [opened, { open, close }] = useDisclosure();
  const [send, setSend] = useState(false);
  const posting = useDialogAct({
    ...{ name: TITLE, isOpen: opened },
    act: () =>
      answerOf(
        api.POST('/api/v1/operator/leads/{id}/test-post', { params: { path: { id } }, body: { send } }),
      ),
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        Test with a made-up person
      </Button>
      <Modal opened={opened} onClose={close} size="lg" title={<Text fw={650}>{TITLE}</Text>}>
        <Stack gap="sm">
          <Text size="sm">
            Builds the request that this offer would get now, for a made-up person who meets its rules. It
            contains nothing from this lead, and never goes to the live address.
          </Text>
          <Checkbox
            label="Send it to the offer’s test address, and show the answer"
            checked={send}
            onChange={(event) => setSend(event.currentTarget.checked)}
          />
          <Button w="fit-content" loading={posting.isPending} onClick={() => posting.mutate()}>
            {send ? 'Send' : 'Show the request'}
          </Button>
          {posting.error && <Notice tone="bad">{sentenceOf(posting.error)}</Notice>}
          {posting.data && <TestPostResult result={posting.data} />}
        </Stack>
      </Modal>
    </>
  );
}
