import { useState } from 'react';
import { Checkbox, Fieldset, Select, Stack } from '@mantine/core';
import { answerOf, api } from '../../api/client';
import { Panel } from '../../parts/page';
import { destinationsOf, useEntries } from '../../parts/use-entries';
import { WordsField } from '../../parts/words-field';
import { FileField } from '../../parts/file-field';
import { PlanPanel } from './plan-panel';
import { useBulk } from './use-bulk';

/** Returns what a buyer's file says. */
export function BulkReturn() {
  const [destination, setDestination] = useState('');
  const [file, setFile] = useState('');
  const [override, setOverride] = useState(false);
  const [why, setWhy] = useState('');
  const [buyers, offers] = [useEntries('buyer'), useEntries('offer')];
  const asked = {
    file,
    ...(destination !== '' && { destination }),
    ...(override && { override, why: why.trim() }),
  };
  const bulk = useBulk(asked, ({ body, dry_run }) =>
    answerOf(api.POST('/api/v1/operator/bulk/return', { body: { ...body, dry_run } })),
  );
  const changed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value): void => {
      set(value);
      bulk.discard();
    };
  return (
    <Stack gap="md">
      <Panel>
        <Fieldset variant="unstyled" disabled={bulk.isDoing}>
          <Stack gap="sm" maw={560}>
            <FileField
              hint="CSV with the columns id or reference, and reason (one of the buyer’s agreed codes)"
              onText={changed(setFile)}
            />
            <Select
              label="Buyer or offer"
              description="Limits the file to its leads. Needed if references repeat."
              placeholder="Any"
              searchable
              clearable
              data={destinationsOf(buyers, offers)}
              nothingFoundMessage={buyers.nothingFoundMessage}
              value={destination === '' ? null : destination}
              onChange={(value) => changed(setDestination)(value ?? '')}
            />
            <Checkbox
              label="Return them even if it’s too late or over the agreed share"
              checked={override}
              onChange={(event) => changed(setOverride)(event.currentTarget.checked)}
            />
            {override && (
              <WordsField label="Why you override the rules" required value={why} onText={changed(setWhy)} />
            )}
          </Stack>
        </Fieldset>
      </Panel>
      <PlanPanel
        bulk={bulk}
        verb="Return"
        after="You can undo each return on its lead’s page."
        isReady={file !== '' && (!override || why.trim() !== '')}
      />
    </Stack>
  );
}
