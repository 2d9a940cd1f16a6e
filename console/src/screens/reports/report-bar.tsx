import { useState } from 'react';
import { Button, CloseButton, Group, MultiSelect, Popover, Select, Stack, TextInput } from '@mantine/core';
import { ListFilter } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { RANGES } from '../../words/days';
import { GROUPS, groupLabel, MEASURES } from './columns';

interface BarParts {
  readonly by: readonly string[];
  /** The days that the report covers, also those of a range. */
  readonly days: Days;
}

interface Days {
  readonly from: string;
  readonly to: string;
}

/** What the report covers: its days, groups, filters, and what the chart shows. */
export function ReportBar({ by, days }: BarParts) {
  const [search, setSearch] = useSearchParams();
  const change = (edit: (search: URLSearchParams) => void): void => {
    setSearch((before) => {
      const after = new URLSearchParams(before);
      edit(after);
      return after;
    });
  };
  const hasDays = search.get('from') !== null && search.get('to') !== null;
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
      <Select
        label="Chart"
        size="xs"
        w={165}
        data={MEASURES.map(({ id: value, label }) => ({ value, label }))}
        value={search.get('measure')}
        placeholder="Margin or submits"
        clearable
        onChange={(value) => {
          change((after) => {
            if (value === null) after.delete('measure');
            else after.set('measure', value);
          });
        }}
      />
      <AddOnly onAdd={(only) => change((after) => after.append('only', only))} />
      {search.getAll('only').map((only) => (
        <span key={only} className="chip">
          {groupLabel(only.split('=')[0] ?? '')}: <b className="cut">{only.slice(only.indexOf('=') + 1)}</b>
          <CloseButton
            size="xs"
            aria-label={`Remove the filter ${only}`}
            onClick={() => {
              change((after) => after.delete('only', only));
            }}
          />
        </span>
      ))}
    </Group>
  );
}

/** Days are chosen beside the filters, and hours can't be. */
const FILTERS = GROUPS.filter(({ value }) => value !== 'day' && value !== 'hour');

interface DayParts {
  readonly name: 'from' | 'to';
  readonly label: string;
  readonly days: Days;
}

function DayField({ name, label, days }: DayParts) {
  const [, setSearch] = useSearchParams();
  return (
    <TextInput
      type="date"
      size="xs"
      w={132}
      label={label}
      value={days[name]}
      onChange={(event) => {
        const day = event.currentTarget.value;
        setSearch((before) => {
          const after = new URLSearchParams(before);
          if (day === '') return before;
          // The other day stays what it shows, also if it came from a range.
          for (const [other, own] of Object.entries({ ...days, [name]: day })) after.set(other, own);
          return after;
        });
      }}
    />
  );
}

function AddOnly({ onAdd }: { readonly onAdd: (only: string) => void }) {
  const [opened, setOpened] = useState(false);
  const [group, setGroup] = useState('affiliate');
  const [value, setValue] = useState('');
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" withArrow trapFocus shadow="md">
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<ListFilter size={14} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          Only
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onAdd(`${group}=${value.trim()}`);
            setValue('');
            setOpened(false);
          }}
        >
          <Stack gap="xs" w={240}>
            <Select
              label="Only"
              data={FILTERS}
              value={group}
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
              onChange={(chosen) => setGroup(chosen ?? 'affiliate')}
            />
            <TextInput
              label="Value"
              placeholder="handle or exact value"
              value={value}
              maxLength={150}
              onChange={(event) => setValue(event.currentTarget.value)}
            />
            <Button type="submit" size="xs" disabled={value.trim() === ''}>
              Add
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
