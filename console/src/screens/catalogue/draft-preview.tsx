import { useState } from 'react';
import { Select } from '@mantine/core';
import { answerOf, api } from '../../api/client';
import { TestPostDialog } from '../../parts/test-post';
import { useEntries } from '../../parts/use-entries';
import type { Draft } from './draft-screen';

const TITLE = 'Preview request';

/** The offers of a draft: those that it adds or changes first, then the others in force. */
function useOffersOf({ check }: Draft) {
  const { inUse } = useEntries('offer');
  const changes = (check?.changes ?? []).filter(({ kind }) => kind === 'offer');
  const labelOf = (handle: string): string => inUse.find(({ value }) => value === handle)?.label ?? handle;
  const own = changes
    .filter(({ change }) => change !== 'retired')
    .map(({ handle }) => ({ value: handle, label: labelOf(handle) }));
  const others = inUse.filter(({ value }) => changes.every(({ handle }) => handle !== value));
  return [...own, ...others];
}

/** The request of an offer under the draft, for a made-up person. It is never sent. */
export function DraftPreview({ draft }: { readonly draft: Draft }) {
  const { id, revision } = draft;
  const offers = useOffersOf(draft);
  const [chosen, setChosen] = useState<string>();
  const offer = chosen ?? offers[0]?.value ?? '';
  return (
    <TestPostDialog
      {...{ title: TITLE, opens: TITLE, asks: TITLE, isReady: offer !== '' }}
      about="Shows the request that an offer would send under this draft, for a made-up person who meets its rules. Nothing is sent. Once the draft is applied, you can send a test from the offer’s page."
      ask={() =>
        answerOf(
          api.POST('/api/v1/operator/drafts/{id}/test-post', {
            params: { path: { id } },
            body: { revision, offer },
          }),
        )
      }
    >
      <Select
        label="Offer"
        searchable
        allowDeselect={false}
        data={offers}
        nothingFoundMessage={offers.length === 0 ? 'The draft has no offers' : 'No matches'}
        value={offer === '' ? null : offer}
        onChange={(value) => setChosen(value ?? offer)}
      />
    </TestPostDialog>
  );
}
