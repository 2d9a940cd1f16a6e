import { useState, type ReactNode } from 'react';
import {
  Button,
  CloseButton,
  Group,
  MultiSelect,
  Popover,
  Select,
  Stack,
  Switch,
  TextInput,
  type ComboboxData,
} from '@mantine/core';
import { ListFilter } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { allOf, useEntries } from '../../parts/use-entries';
import { codeOptions } from '../../words/lead-words';
import { RANGES } from '../../words/days';
import { GROUPS, groupLabel, MEASURES, valueWords, type Report } from './columns';

interface BarParts {
  readonly by: readonly string[];
  /** The days that the report covers, also those of a range. Undefined: they are not known yet. */
  readonly days: Days | undefined;
  readonly names: Report['names'];
  /** The menu of columns. */
  readonly columns: ReactNode;
}

interface Days {
  readonly from: string;
  readonly to: string;
}

/** Changes the address, which is the report. */
function useChange(): (edit: (search: URLSearchParams) => void) => void {
  const [, setSearch] = useSearchParams();
  return (edit) => {
    setSearch((before) => {
      const after = new URLSearchParams(before);
      edit(after);
      return after;
    });
  };
}

/** What the report covers: its days, groups, filters, and what the chart shows. */
export function ReportBar({ by, days, names, columns }: BarParts) {
  const [search] = useSearchParams();
  const change = useChange();
  const hasDays = search.get('from') !== null && search.get('to') !== null;
  const measures = (search.get('measure') ?? '').split(',').filter((id) => id !== '');
  const set = (name: string, value: string | null): void => {
    change((after) => {
      if (value === null || value === '') after.delete(name);
      else after.set(name, value);
    });
  };
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label="What the report covers">
      <Select
        label="Days"
        size="xs"
        w={140}
        data={[...RANGES, ...(hasDays ? [{ value: 'own', label: 'Chosen days' }] : [])]}
        value={hasDays ? 'own' : (search.get('range') ?? '7d')}
        allowDeselect={false}
        onChange={(value) => {
          if (value === 'own') return;
          change((after) => {
            after.delete('from');
            after.delete('to');
            after.set('range', value ?? '7d');
          });
        }}
      />
      <DayField name="from" label="First day" days={days} />
      <DayField name="to" label="Last day" days={days} />
      <MultiSelect
        label="Group by"
        size="xs"
        miw={190}
        maw={360}
        data={GROUPS}
        value={[...by]}
        maxValues={3}
        onChange={(value) => {
          change((after) => after.set('by', value.join(',')));
        }}
      />
      <MultiSelect
        label="Chart"
        size="xs"
        miw={190}
        maw={360}
        data={MEASURES.map(({ id: value, label }) => ({ value, label }))}
        value={measures}
        {...(measures.length === 0 && { placeholder: 'Margin or submits' })}
        maxValues={2}
        searchable
        onChange={(value) => {
          set('measure', value.join(','));
        }}
      />
      <AddOnly onAdd={(only) => change((after) => after.append('only', only))} />
      {columns}
      <Switch
        size="xs"
        mb={7}
        label="Compare with the period before"
        checked={search.get('compare') === 'previous'}
        onChange={(event) => {
          set('compare', event.currentTarget.checked ? 'previous' : null);
        }}
      />
      {search.getAll('only').map((only) => {
        const group = only.split('=')[0] ?? '';
        const value = only.slice(only.indexOf('=') + 1);
        return (
          <span key={only} className="chip">
            {groupLabel(group)}: <b className="cut">{valueWords({ names, running: null }, group, value)}</b>
            <CloseButton
              size="xs"
              aria-label={`Remove the filter ${only}`}
              onClick={() => {
                change((after) => after.delete('only', only));
              }}
            />
          </span>
        );
      })}
    </Group>
  );
}

/** Days are chosen beside the filters, and hours can't be. */
const FILTERS = GROUPS.filter(({ value }) => value !== 'day' && value !== 'hour');

interface DayParts {
  readonly name: 'from' | 'to';
  readonly label: string;
  readonly days: Days | undefined;
}

function DayField({ name, label, days }: DayParts) {
  const change = useChange();
  return (
    <TextInput
      type="date"
      size="xs"
      w={132}
      label={label}
      value={days?.[name] ?? ''}
      onChange={(event) => {
        const day = event.currentTarget.value;
        if (day === '') return;
        // The other day stays what it shows, also if it came from a range.
        const from = name === 'from' ? day : (days?.from ?? day);
        const to = name === 'to' ? day : (days?.to ?? day);
        change((after) => {
          after.set('from', from);
          after.set('to', to);
        });
      }}
    />
  );
}

function AddOnly({ onAdd }: { readonly onAdd: (only: string) => void }) {
  const [opened, setOpened] = useState(false);
  const [group, setGroup] = useState<(typeof FILTERS)[number]['value']>('affiliate');
  const add = (value: string): void => {
    onAdd(`${group}=${value}`);
    setOpened(false);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" withArrow trapFocus shadow="md">
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<ListFilter size={14} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          Filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" w={240}>
          <Select
            label="Filter by"
            data={FILTERS}
            value={group}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            onChange={(chosen) => setGroup(chosen ?? 'affiliate')}
          />
          {group === 'affiliate' || group === 'campaign' || group === 'buyer' || group === 'offer' ? (
            <EntryValue key={group} kind={group} onChosen={add} />
          ) : group === 'code' ? (
            <ChosenValue data={CODES} onChosen={add} />
          ) : (
            <TypedValue key={group} onTyped={add} />
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** A lead that was returned keeps its decision, and test leads are in no report. */
const CODES = codeOptions.filter(({ value }) => value !== 'RETURNED' && value !== 'TEST_LEAD_HELD');

interface ChosenParts {
  readonly data: ComboboxData;
  readonly nothingFoundMessage?: string;
  readonly onChosen: (value: string) => void;
}

const ChosenValue = ({ onChosen, ...parts }: ChosenParts) => (
  <Select
    label="Value"
    placeholder="Choose"
    searchable
    value={null}
    comboboxProps={{ withinPortal: false }}
    onChange={(value) => {
      if (value !== null) onChosen(value);
    }}
    {...parts}
  />
);

interface EntryParts {
  readonly kind: Parameters<typeof useEntries>[0];
  readonly onChosen: (handle: string) => void;
}

function EntryValue({ kind, onChosen }: EntryParts) {
  const entries = useEntries(kind);
  return (
    <ChosenValue
      data={allOf(entries)}
      nothingFoundMessage={entries.nothingFoundMessage}
      onChosen={onChosen}
    />
  );
}

function TypedValue({ onTyped }: { readonly onTyped: (value: string) => void }) {
  const [value, setValue] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onTyped(value.trim());
      }}
    >
      <Stack gap="xs">
        <TextInput
          label="Value"
          placeholder="exact value"
          value={value}
          maxLength={150}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" disabled={value.trim() === ''}>
          Add
        </Button>
      </Stack>
    </form>
  );
}
