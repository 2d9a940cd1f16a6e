import { useState } from 'react';
import { Fieldset, SegmentedControl, Select, Stack } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { answerOf, api } from '../../api/client';
import { Notice } from '../../parts/notice';
import { Panel } from '../../parts/page';
import { destinationsOf, useEntries } from '../../parts/use-entries';
import { WordsField } from '../../parts/words-field';
import { OutcomeField } from '../../parts/outcome-field';
import { FileField } from '../../parts/file-field';
import { MAX_CHARACTERS, PlanPanel } from './plan-panel';
import { useBulk } from './use-bulk';

/** Settles what is unknown at a destination, or what a buyer's file says. */
export function BulkSettle({ destination: given }: { readonly destination: string }) {
  const [, setSearch] = useSearchParams();
  const [by, setBy] = useState<'destination' | 'file'>('destination');
  const [destination, setDestination] = useState(given);
  const [outcome, setOutcome] = useState<'accepted' | 'rejected'>();
  const [file, setFile] = useState('');
  const [why, setWhy] = useState('');
  const [before, setBefore] = useState(() => new Date().toISOString());
  const [buyers, offers] = [useEntries('buyer'), useEntries('offer')];
  const asked = {
    why: why.trim(),
    ...(destination !== '' && { destination }),
    ...(by === 'file' ? { file } : { ...(outcome && { outcome }), before }),
  };
  // A lead of this time may become unknown later. It is not in the plan, so it must not be settled by it either.
  const bulk = useBulk(asked, ({ body, dry_run, only }) =>
    answerOf(
      api.POST('/api/v1/operator/bulk/settle', {
        body: { ...body, dry_run, ...(only && { only }), ...('file' in body && { skip_errors: true }) },
      }),
    ),
  );
  /** Whatever changes, the plan no longer fits. */
  const changed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value): void => {
      set(value);
      setBefore(new Date().toISOString());
      bulk.discard();
    };
  return (
    <Stack gap="md">
      <Panel>
        <Fieldset variant="unstyled" disabled={bulk.isDoing}>
          <Stack gap="sm" maw={560}>
            <SegmentedControl
              aria-label="Which leads"
              value={by}
              onChange={(value) => {
                // The field of the file begins empty each time it is shown.
                setFile('');
                changed(setBy)(value);
              }}
              data={[
                { value: 'destination', label: 'All unknown leads' },
                { value: 'file', label: "A buyer's file" },
              ]}
            />
            <Select
              label="Buyer or offer"
              description={
                by === 'file'
                  ? 'Limits the file to its leads. Needed if references repeat.'
                  : 'All its leads with an unknown outcome'
              }
              placeholder="Choose"
              searchable
              clearable={by === 'file'}
              required={by === 'destination'}
              data={destinationsOf(buyers, offers)}
              nothingFoundMessage={buyers.nothingFoundMessage}
              value={destination === '' ? null : destination}
              onChange={(value) => {
                changed(setDestination)(value ?? '');
                setSearch(
                  (before) =>
                    new URLSearchParams({ ...Object.fromEntries(before), destination: value ?? '' }),
                  { replace: true },
                );
              }}
            />
            {by === 'destination' ? (
              <OutcomeField value={outcome} onOutcome={changed(setOutcome)} />
            ) : (
              <FileField
                maxCharacters={MAX_CHARACTERS}
                hint="CSV with the columns id or reference, outcome (accepted or rejected), and optionally reason"
                onText={changed(setFile)}
              />
            )}
            <WordsField
              label="How you know"
              description="Saved in every lead’s timeline and in the audit log. Don’t include personal data."
              required
              value={why}
              onText={changed(setWhy)}
            />
            <Notice tone="wait">
              You can’t undo this. It updates the books, the caps and the duplicate checks. Leads that the
              buyer may still answer are skipped.
            </Notice>
          </Stack>
        </Fieldset>
      </Panel>
      <PlanPanel
        bulk={bulk}
        verb={
          by === 'file' ? 'Settle' : outcome === 'accepted' ? 'Settle as accepted:' : 'Settle as rejected:'
        }
        after="You can’t undo this."
        isReady={
          why.trim() !== '' && (by === 'file' ? file !== '' : destination !== '' && outcome !== undefined)
        }
      />
    </Stack>
  );
}
