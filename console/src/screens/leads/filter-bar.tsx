import { useState } from 'react';
import { Button, CloseButton, Group, Popover, Select, Stack, TextInput } from '@mantine/core';
import { ListFilter } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { chipsOf, FILTERS, labelOfValue, PERIODS, type FilterName } from './filters';

/** The filters of the list as chips. They are in the address, so a link shows the same list. */
export function FilterBar() {
  const [search, setSearch] = useSearchParams();
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
      <Select
        size="xs"
        w={150}
        aria-label="Received"
        data={PERIODS.map(({ value, label }) => ({ value, label }))}
        value={search.get('from') === null ? (search.get('received') ?? 'all') : null}
        placeholder="From a link"
        allowDeselect={false}
        onChange={(value) => {
          setSearch((before) => {
            const after = new URLSearchParams(before);
            for (const name of ['from', 'to', 'received']) after.delete(name);
            if (value !== null && value !== 'all') after.set('received', value);
            return after;
          });
        }}
      />
      {chips.map(({ filter, value }) => (
        <span key={filter.name} className="chip">
          <span>{filter.label}:</span> <b className="cut">{labelOfValue(filter, value)}</b>
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

function AddFilter({ onAdd }: { readonly onAdd: (name: string, value: string) => void }) {
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState<FilterName>('code');
  const [text, setText] = useState('');
  const filter = FILTERS.find((each) => each.name === name);
  const add = (value: string): void => {
    onAdd(name, value.trim());
    setText('');
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
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() !== '') add(text);
          }}
        >
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
                onChange={(value) => {
                  if (value !== null) add(value);
                }}
              />
            ) : (
              <>
                <TextInput
                  label="Value"
                  placeholder={filter?.hint}
                  value={text}
                  maxLength={name === 'reference' ? 300 : 200}
                  onChange={(event) => {
                    setText(event.currentTarget.value);
                  }}
                />
                <Button type="submit" size="xs" disabled={text.trim() === ''}>
                  Add the filter
                </Button>
              </>
            )}
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
