import { useState } from 'react';
import { Button, Fieldset, Select, Stack } from '@mantine/core';
import { Download } from 'lucide-react';
import { answerOf, api } from '../../api/client';
import { FileField } from '../../parts/file-field';
import { Panel } from '../../parts/page';
import { allOf, useEntries } from '../../parts/use-entries';
import { csvOf, saveFile } from '../../words/csv';
import { FileColumns, type Mapping } from './file-columns';
import { MAX_CHARACTERS, PlanPanel } from './plan-panel';
import { useBulk, type Plan } from './use-bulk';

/** Records what a buyer's file says became of the leads that it bought. */
export function BulkStages() {
  const [buyer, setBuyer] = useState('');
  const [file, setFile] = useState('');
  const [mapping, setMapping] = useState<Mapping>();
  // What the last plan said of the file stays on the screen while its columns are changed.
  const [known, setKnown] = useState<Plan['file']>(null);
  const buyers = useEntries('buyer');
  const bulk = useBulk({ file, buyer, ...(mapping && { mapping }) }, ({ body, dry_run }) =>
    answerOf(api.POST('/api/v1/operator/bulk/stages', { body: { ...body, dry_run } })),
  );
  const columns = bulk.plan?.file ?? known;
  const changed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value): void => {
      set(value);
      setKnown(columns);
      bulk.discard();
    };
  /** Another file, or another buyer, has other columns. */
  const changedFile = (set: (value: string) => void) => (value: string) => {
    changed(set)(value);
    setMapping(undefined);
    setKnown(null);
  };
  return (
    <Stack gap="md">
      <Panel>
        <Fieldset variant="unstyled" disabled={bulk.isDoing}>
          <Stack gap="sm" maw={560}>
            <Select
              label="Buyer"
              description="Whose file it is. Only leads that it bought count."
              placeholder="Choose"
              searchable
              required
              data={allOf(buyers)}
              nothingFoundMessage={buyers.nothingFoundMessage}
              value={buyer === '' ? null : buyer}
              onChange={(value) => changedFile(setBuyer)(value ?? '')}
            />
            <FileField
              isAny
              maxCharacters={MAX_CHARACTERS}
              hint="CSV with columns for the lead (its ID, the buyer’s reference, an email address or a phone number), the stage and the day. If they have other names, you choose them after the plan."
              onText={changedFile(setFile)}
            />
            <Button
              w="fit-content"
              size="xs"
              variant="default"
              leftSection={<Download size={14} aria-hidden />}
              onClick={() => saveFile('stages.csv', csvOf(TEMPLATE, []))}
            >
              Template
            </Button>
          </Stack>
        </Fieldset>
      </Panel>
      {columns && columns.columns.length > 0 && (
        <FileColumns
          file={columns}
          mapping={mapping}
          isRemembered
          isDisabled={bulk.isDoing}
          onMapping={changed(setMapping)}
          texts="The file has stages that aren’t this buyer’s. Choose what they mean."
          done="record the stages"
        />
      )}
      <PlanPanel
        bulk={bulk}
        verb="Record"
        after="You can correct each stage on its lead’s page, or with another file."
        isReady={file !== '' && buyer !== ''}
      />
    </Stack>
  );
}

const TEMPLATE = ['id', 'reference', 'stage', 'on', 'value'];
