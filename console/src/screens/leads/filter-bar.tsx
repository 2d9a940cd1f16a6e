import { useState, type ReactNode } from 'react';
import { Button, CloseButton, Group, Popover, Select, Stack, TextInput } from '@mantine/core';
import { ListFilter } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { useZone } from '../../app/zone';
import { DayRange } from '../../parts/day-range';
import { allOf, useEntries } from '../../parts/use-entries';
import {
  chipsOf,
  FILTERS,
  firstDays,
  isEntry,
  labelOfValue,
  PERIODS,
  type EntryFilter,
  type Filter,
  type FilterName,
} from './filters';

/** The filters of the list as chips. They are in the address, so a link shows the same list. */
export function FilterBar({ now, children }: { readonly now: number; readonly children?: ReactNode }) {
  const [search, setSearch] = useSearchParams();
  const { zone } = useZone();
  const set = (name: string, value: string | undefined): void => {
    setSearch((before) => {
      const after = new URLSearchParams(before);
      if (value === undefined || value === '') after.delete(name);
      else after.set(name, value);
      return after;
    });
  };
  const chips = chipsOf(search);
  return (
    <Group gap="xs" role="group" aria-label="Filters">
      <DayRange
        label="Received"
        name="received"
        ranges={PERIODS}
        first="all"
        days={firstDays(search, now, zone)}
      />
      {chips.map(({ filter, value }) => (
        <span key={filter.name} className="chip">
          <span>{filter.label}:</span>{' '}
          <b className="cut">
            <ValueWords filter={filter} value={value} />
          </b>
          <CloseButton
            size="xs"
            aria-label={`Remove the filter ${filter.label}`}
            onClick={() => {
              set(filter.name, undefined);
            }}
          />
        </span>
      ))}
      <AddFilter onAdd={set} />
      {children}
      {chips.length > 1 && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => {
            setSearch(new URLSearchParams());
          }}
        >
          Remove all
        </Button>
      )}
    </Group>
  );
}

interface WordsParts {
  readonly filter: Filter;
  readonly value: string;
}

const ValueWords = ({ filter, value }: WordsParts) =>
  isEntry(filter.name) ? <EntryName of={filter.name} value={value} /> : labelOfValue(filter, value);

/** The name of an entry that an address names by its handle or id. */
function EntryName({ of, value }: { readonly of: EntryFilter; readonly value: string }) {
  const { inUse, retired } = useEntries(of, /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value) ? 'id' : 'handle');
  return [...inUse, ...retired].find((entry) => entry.value === value)?.label ?? value;
}

function AddFilter({ onAdd }: { readonly onAdd: (name: string, value: string) => void }) {
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState<FilterName>('code');
  const filter = FILTERS.find((each) => each.name === name);
  const add = (value: string | null): void => {
    if (value === null || value.trim() === '') return;
    onAdd(name, value.trim());
    setOpened(false);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" withArrow trapFocus shadow="md">
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<ListFilter size={14} aria-hidden />}
          onClick={() => {
            setOpened(!opened);
          }}
        >
          Filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" w={250}>
          <Select
            label="Filter by"
            data={FILTERS.map(({ name: value, label }) => ({ value, label }))}
            value={name}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            onChange={(value) => {
              setName(value ?? 'code');
            }}
          />
          {filter?.options ? (
            <Select
              label="Value"
              data={[...filter.options]}
              value={null}
              placeholder="Choose"
              comboboxProps={{ withinPortal: false }}
              onChange={add}
            />
          ) : isEntry(name) ? (
            <EntrySelect key={name} of={name} onChosen={add} />
          ) : (
            <ExactValue key={name} onValue={add} max={name === 'reference' ? 300 : 200} />
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface EntryParts {
  readonly of: EntryFilter;
  readonly onChosen: (handle: string | null) => void;
}

function EntrySelect({ of, onChosen }: EntryParts) {
  const entries = useEntries(of);
  return (
    <Select
      label="Value"
      placeholder="Type a part of its name"
      searchable
      limit={100}
      data={allOf(entries)}
      value={null}
      nothingFoundMessage={entries.nothingFoundMessage}
      comboboxProps={{ withinPortal: false }}
      onChange={onChosen}
    />
  );
}

interface ExactParts {
  readonly max: number;
  readonly onValue: (text: string) => void;
}

function ExactValue({ max, onValue }: ExactParts) {
  const [text, setText] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onValue(text);
      }}
    >
      <Stack gap="xs">
        <TextInput
          label="Value"
          placeholder="exact value"
          value={text}
          maxLength={max}
          onChange={(event) => {
            setText(event.currentTarget.value);
          }}
        />
        <Button type="submit" size="xs" disabled={text.trim() === ''}>
          Add the filter
        </Button>
      </Stack>
    </form>
  );
}
