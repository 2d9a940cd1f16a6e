import { useState, type ComponentType } from 'react';
import { Button, Checkbox, Fieldset, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import { useMay } from '../../app/me';
import { Notice } from '../../parts/notice';
import { OutcomeField } from '../../parts/outcome-field';
import { WordsField } from '../../parts/words-field';
import { csvOf } from '../../words/csv';
import { counted } from '../../words/format';
import { PlanPanel } from '../bulk/plan-panel';
import { useBulk, type Plan } from '../bulk/use-bulk';
import type { Lead } from './leads-table';

interface CheckedParts {
  readonly leads: readonly Lead[];
  readonly uncheck: () => void;
}

/** What can be done with the leads that are checked. */
export function CheckedActs({ leads, uncheck }: CheckedParts) {
  const may = useMay();
  const parts = { leads, onDone: uncheck };
  return (
    <Group gap="xs" className="save-bar" px="sm" role="group" aria-label="Checked leads">
      <Text size="sm" fw={600}>
        {counted(leads.length, 'lead')} checked
      </Text>
      {may('settle') && <CheckedDialog name="Settle" {...parts} form={SettleChecked} />}
      {may('return') && <CheckedDialog name="Return" {...parts} form={ReturnChecked} />}
      <Button size="compact-sm" variant="subtle" onClick={uncheck}>
        Uncheck all
      </Button>
    </Group>
  );
}

interface FormParts {
  readonly leads: readonly Lead[];
  readonly onCarriedOut: () => void;
}

interface DialogParts extends Pick<FormParts, 'leads'> {
  readonly name: string;
  readonly onDone: () => void;
  readonly form: ComponentType<FormParts>;
}

/** Acts on the leads that were checked when it was opened. Once it has acted, closing it unchecks them. */
function CheckedDialog({ name, leads, onDone, form: Form }: DialogParts) {
  const [opened, { open, close }] = useDisclosure();
  const [chosen, setChosen] = useState(leads);
  const [isDone, setDone] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => {
          setChosen(leads);
          setDone(false);
          open();
        }}
      >
        {name}
      </Button>
      <Modal
        opened={opened}
        size="70rem"
        title={
          <Text fw={650}>
            {name} {counted(chosen.length, 'lead')}
          </Text>
        }
        onClose={() => {
          close();
          if (isDone) onDone();
        }}
      >
        <Form leads={chosen} onCarriedOut={() => setDone(true)} />
      </Modal>
    </>
  );
}

const withEach = (leads: readonly Lead[], said: string): string[][] => leads.map(({ id }) => [id, said]);

/** The names of the columns stand above the first lead. */
const FIRST_LINE = 2;

/** A plan for the rows that were made of the leads: nobody has seen their lines, so what is left out is told by its lead. */
const ofChecked = ({ rows, faults, not_done, ...plan }: Plan, leads: readonly Lead[]): Plan => ({
  ...plan,
  rows: [
    ...rows.map((row) => ({ ...row, line: null })),
    ...faults.flatMap(({ line, why }) => {
      const lead = leads[line - FIRST_LINE];
      return lead ? [leftOut(lead, why)] : [];
    }),
  ],
  faults: [],
  not_done: not_done + faults.length,
});

const leftOut = ({ id, reference, state, received_at, offer, affiliate }: Lead, text: string) => ({
  ...{ line: null, lead_id: id, reference, was: state, received_at, offer, affiliate, asked: '' },
  ...{ price_cents: null, payout_cents: null, outcome: 'not' as const, text },
});

function SettleChecked({ leads, onCarriedOut }: FormParts) {
  const [outcome, setOutcome] = useState<'accepted' | 'rejected'>();
  const [why, setWhy] = useState('');
  const asked = { why: why.trim(), file: csvOf(['id', 'outcome'], withEach(leads, outcome ?? '')) };
  const bulk = useBulk(asked, async ({ body, dry_run, only }) => {
    const sent = { ...body, dry_run, skip_errors: true, ...(only && { only }) };
    const plan = await answerOf(api.POST('/api/v1/operator/bulk/settle', { body: sent }));
    if (!dry_run) onCarriedOut();
    return ofChecked(plan, leads);
  });
  return (
    <Stack gap="md">
      <Fieldset variant="unstyled" disabled={bulk.isDoing}>
        <Stack gap="sm" maw={560}>
          <OutcomeField
            value={outcome}
            onOutcome={(value) => {
              setOutcome(value);
              bulk.discard();
            }}
          />
          <WordsField
            label="How you know"
            description="Saved in every lead’s timeline and in the audit log. Don’t include personal data."
            required
            value={why}
            onText={(text) => {
              setWhy(text);
              bulk.discard();
            }}
          />
          <Notice tone="wait">
            You can’t undo this. Leads that are already decided, or that the buyer may still answer, are
            skipped.
          </Notice>
        </Stack>
      </Fieldset>
      <PlanPanel
        bulk={bulk}
        verb={`Settle as ${outcome ?? 'accepted'}:`}
        after="You can’t undo this."
        isReady={outcome !== undefined && why.trim() !== ''}
      />
    </Stack>
  );
}

/** The reasons that the buyers of these leads agreed to, as a plan tells them. */
function useReasons(leads: readonly Lead[]) {
  const { data } = useQuery({
    queryKey: ['return-reasons', leads.map(({ id }) => id)],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST('/api/v1/operator/bulk/return', {
          body: { file: csvOf(['id', 'reason'], withEach(leads, '?')), dry_run: true, skip_errors: true },
          signal,
        }),
      ),
    staleTime: Infinity,
  });
  return { reasons: data?.file?.reasons ?? [], isKnown: data !== undefined };
}

function ReturnChecked({ leads, onCarriedOut }: FormParts) {
  const { reasons, isKnown } = useReasons(leads);
  const [reason, setReason] = useState('');
  const [override, setOverride] = useState(false);
  const [why, setWhy] = useState('');
  const asked = {
    file: csvOf(['id', 'reason'], withEach(leads, reason)),
    ...(override && { override, why: why.trim() }),
  };
  const bulk = useBulk(asked, async ({ body, dry_run, only }) => {
    const sent = { ...body, dry_run, skip_errors: true, ...(only && { only }) };
    const plan = await answerOf(api.POST('/api/v1/operator/bulk/return', { body: sent }));
    if (!dry_run) onCarriedOut();
    return ofChecked(plan, leads);
  });
  return (
    <Stack gap="md">
      <Fieldset variant="unstyled" disabled={bulk.isDoing}>
        <Stack gap="sm" maw={560}>
          <Select
            label="Reason"
            description="Agreed with the buyers. Leads of a buyer that doesn’t have it are skipped."
            placeholder="Choose"
            required
            searchable
            data={reasons.map(({ code, label }) => ({ value: code, label }))}
            nothingFoundMessage={isKnown ? 'No buyer of these leads takes returns' : 'Loading…'}
            value={reason === '' ? null : reason}
            onChange={(value) => {
              setReason(value ?? '');
              bulk.discard();
            }}
          />
          <Checkbox
            label="Return them even if it’s too late or over the agreed share"
            checked={override}
            onChange={(event) => {
              setOverride(event.currentTarget.checked);
              bulk.discard();
            }}
          />
          {override && (
            <WordsField
              label="Why you override the rules"
              required
              value={why}
              onText={(text) => {
                setWhy(text);
                bulk.discard();
              }}
            />
          )}
        </Stack>
      </Fieldset>
      <PlanPanel
        bulk={bulk}
        verb="Return"
        after="You can undo each return on its lead’s page."
        isReady={reason !== '' && (!override || why.trim() !== '')}
      />
    </Stack>
  );
}
