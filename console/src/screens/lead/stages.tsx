import { useState } from 'react';
import { Checkbox, NumberInput, Select, Text, TextInput } from '@mantine/core';
import { answerOf, api } from '../../api/client';
import { ActDialog } from '../../parts/act-dialog';
import { DataTable } from '../../parts/data-table';
import { Pill } from '../../parts/notice';
import { Panel } from '../../parts/page';
import { Time } from '../../parts/time';
import { formatCents } from '../../words/format';
import type { Lead } from './lead-screen';

/** What became of the lead after its sale, as its buyer reported it. */
export function StagesPanel({ lead }: { readonly lead: Lead }) {
  if (lead.stages.length === 0) return null;
  return (
    <Panel title="After the sale" flush>
      <DataTable
        caption="Stages"
        rows={lead.stages}
        keyOf={({ stage }) => stage}
        columns={[
          {
            ...{ id: 'stage', head: 'Stage' },
            cell: ({ label, after_return }) => (
              <>
                {label} {after_return && <Pill tone="wait">reported after its return</Pill>}
              </>
            ),
          },
          { id: 'on', head: 'Day', cell: ({ on }) => on ?? <Pill tone="plain">withdrawn</Pill> },
          {
            ...{ id: 'value', head: 'Value', number: true },
            cell: ({ value_cents }) =>
              value_cents === null ? '–' : formatCents(value_cents, lead.money.currency ?? undefined),
          },
          {
            ...{ id: 'by', head: 'Reported' },
            cell: ({ at, by, corrections }) => (
              <>
                <Time at={at} /> by {by === 'callback' ? "the buyer's callback" : by}
                {corrections > 0 && (
                  <Text size="xs">corrected {corrections === 1 ? 'once' : `${corrections} times`}</Text>
                )}
              </>
            ),
          },
        ]}
      />
    </Panel>
  );
}

/** Records that the lead reached a stage, or corrects it. */
export function RecordStage({ lead }: { readonly lead: Lead }) {
  const [stage, setStage] = useState<string | null>(null);
  const [on, setOn] = useState('');
  const [value, setValue] = useState<number | string>('');
  const [withdrawn, setWithdrawn] = useState(false);
  return (
    <ActDialog
      name="Record a stage"
      confirm="Record"
      why="none"
      isReady={stage !== null}
      act={async () => {
        const { sentence } = await answerOf(
          api.POST('/api/v1/operator/leads/{id}/stages', {
            params: { path: { id: lead.id } },
            body: {
              stage: stage ?? '',
              ...(withdrawn ? { withdrawn } : on !== '' && { on }),
              ...(!withdrawn && typeof value === 'number' && { value_cents: Math.round(value * 100) }),
            },
          }),
        );
        return sentence;
      }}
    >
      <Text size="sm">
        What became of the lead at the buyer. Recording a stage again corrects it. Don’t add anything about
        the person.
      </Text>
      <Select
        label="Stage"
        required
        data-autofocus
        data={lead.possible_stages.map(({ stage: code, label }) => ({ value: code, label }))}
        value={stage}
        onChange={setStage}
        comboboxProps={{ withinPortal: false }}
      />
      <Checkbox
        label="The lead didn’t reach it after all"
        checked={withdrawn}
        onChange={(event) => setWithdrawn(event.currentTarget.checked)}
      />
      {!withdrawn && (
        <>
          <TextInput
            type="date"
            label="Day"
            description="In the buyer’s time zone. Empty: today."
            value={on}
            onChange={(event) => setOn(event.currentTarget.value)}
          />
          <NumberInput
            label="Value"
            description="Optional: what it’s worth to the buyer."
            min={0}
            decimalScale={2}
            value={value}
            onChange={setValue}
          />
        </>
      )}
    </ActDialog>
  );
}
