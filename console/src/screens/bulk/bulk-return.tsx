import { useState } from 'react';
import { Button, Checkbox, Fieldset, Select, Stack } from '@mantine/core';
import { Download } from 'lucide-react';
import { answerOf, api } from '../../api/client';
import { Panel } from '../../parts/page';
import { destinationsOf, useEntries } from '../../parts/use-entries';
import { WordsField } from '../../parts/words-field';
import { FileField } from '../../parts/file-field';
import { csvOf, saveFile } from '../../words/csv';
import { FileColumns, type Mapping } from './file-columns';
import { MAX_CHARACTERS, PlanPanel } from './plan-panel';
import { useBulk, type Plan } from './use-bulk';

/** Returns what a buyer's file says. */
export function BulkReturn() {
  const [destination, setDestination] = useState('');
  const [file, setFile] = useState('');
  const [mapping, setMapping] = useState<Mapping>();
  // What the last plan said of the file stays on the screen while its columns are changed.
  const [known, setKnown] = useState<Plan['file']>(null);
  const [override, setOverride] = useState(false);
  const [why, setWhy] = useState('');
  const [buyers, offers] = [useEntries('buyer'), useEntries('offer')];
  const asked = {
    file,
    ...(destination !== '' && { destination }),
    ...(mapping && { mapping }),
    ...(override && { override, why: why.trim() }),
  };
  const bulk = useBulk(asked, ({ body, dry_run, only }) =>
    answerOf(
      api.POST('/api/v1/operator/bulk/return', {
        body: { ...body, dry_run, skip_errors: true, ...(only && { only }) },
      }),
    ),
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
              label="Buyer or offer"
              description="Limits the file to its leads, and remembers the buyer’s columns."
              placeholder="Any"
              searchable
              clearable
              data={destinationsOf(buyers, offers)}
              nothingFoundMessage={buyers.nothingFoundMessage}
              value={destination === '' ? null : destination}
              onChange={(value) => changedFile(setDestination)(value ?? '')}
            />
            <FileField
              isAny
              maxCharacters={MAX_CHARACTERS}
              hint="CSV with a column for the lead’s ID or the buyer’s reference, and one for the reason. If they have other names, you choose them after the plan."
              onText={changedFile(setFile)}
            />
            <Button
              w="fit-content"
              size="xs"
              variant="default"
              leftSection={<Download size={14} aria-hidden />}
              onClick={() => saveFile('returns.csv', csvOf(TEMPLATE, []))}
            >
              Template
            </Button>
            <Checkbox
              label="Return them even if it’s too late, over the agreed share, or to be reviewed"
              checked={override}
              onChange={(event) => changed(setOverride)(event.currentTarget.checked)}
            />
            {override && (
              <WordsField label="Why you override the rules" required value={why} onText={changed(setWhy)} />
            )}
          </Stack>
        </Fieldset>
      </Panel>
      {columns && columns.columns.length > 0 && (
        <FileColumns
          file={columns}
          mapping={mapping}
          isRemembered={destination !== ''}
          isDisabled={bulk.isDoing}
          onMapping={changed(setMapping)}
        />
      )}
      <PlanPanel
        bulk={bulk}
        verb="Return"
        after="You can undo each return on its lead’s page."
        isReady={file !== '' && (!override || why.trim() !== '')}
      />
    </Stack>
  );
}

const TEMPLATE = ['id', 'reference', 'reason'];
