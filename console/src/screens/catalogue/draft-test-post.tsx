import { useState } from 'react';
import { Button, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { sentenceOf } from '../../api/api-problem';
import { answerOf, api } from '../../api/client';
import { Notice } from '../../parts/notice';
import { TestPostResult } from '../../parts/test-post-result';
import { useDialogAct } from '../../parts/use-dialog-act';
import { useEntries } from '../../parts/use-entries';
import type { Draft } from './draft-screen';

/** The request of an offer under the draft, for a made-up person. It is never sent. */
export function DraftTestPost({ draft: { id, revision } }: { readonly draft: Draft }) {
  const [opened, { open, close }] = useDisclosure();
  const [offer, setOffer] = useState('');
  const offers = useEntries('offer');
  const posting = useDialogAct({
    ...{ name: 'Test post', isOpen: opened },
    act: () =>
      answerOf(
        api.POST('/api/v1/operator/drafts/{id}/test-post', {
          params: { path: { id } },
          body: { revision, offer: offer.trim() },
        }),
      ),
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        Test post
      </Button>
      <Modal opened={opened} onClose={close} size="lg" title={<Text fw={650}>Test post</Text>}>
        <Stack gap="sm">
          <Text size="sm">
            The request that an offer would send under this draft, for a made-up person. It is never sent.
          </Text>
          <Select
            label="Offer"
            placeholder="An active one"
            searchable
            clearable
            data={offers.inUse}
            nothingFoundMessage={offers.nothingFoundMessage}
            value={offer === '' ? null : offer}
            onChange={(value) => setOffer(value ?? '')}
          />
          <TextInput
            label="Or the handle of a new one"
            value={offer}
            maxLength={200}
            onChange={(event) => setOffer(event.currentTarget.value)}
          />
          <Button
            w="fit-content"
            loading={posting.isPending}
            disabled={offer.trim() === ''}
            onClick={() => posting.mutate()}
          >
            Show the request
          </Button>
          {posting.error && <Notice tone="bad">{sentenceOf(posting.error)}</Notice>}
          {posting.data && <TestPostResult result={posting.data} />}
        </Stack>
      </Modal>
    </>
  );
}
