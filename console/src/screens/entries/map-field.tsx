import { useState } from 'react';
import { Box, Group as Row, Stack, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import type { FormField } from '../../../../src/core/catalogue/entry-form.js';
import { Control } from './controls';
import { useForm } from './form-parts';
import { AddButton, ListHead, RowIcon, useFaultsAt } from './row-parts';
import { asGroup, asText, pathText, type Group, type Path } from './values';

interface FieldParts {
  readonly field: FormField;
  readonly path: Path;
  readonly value: unknown;
}

interface Entry {
  readonly name: string;
  readonly value: unknown;
}

const entriesOf = (value: unknown): Entry[] =>
  Object.entries(asGroup(value)).map(([name, each]) => ({ name, value: each }));
const groupOf = (entries: readonly Entry[]): Group | undefined => {
  const named = entries.filter(({ name }) => name !== '');
  return named.length === 0 ? undefined : Object.fromEntries(named.map((each) => [each.name, each.value]));
};

/** Values by a name that is typed, or that is a program's. */
export function MapField({ field, path, value }: FieldParts) {
  const { change, isReadOnly } = useForm();
  const faults = useFaultsAt(path, true);
  // Rows without a name are not in the value.
  const [rows, setRows] = useState<readonly Entry[]>(() => entriesOf(value));
  const shown = JSON.stringify(groupOf(rows)) === JSON.stringify(value) ? rows : entriesOf(value);
  const set = (next: readonly Entry[]): void => {
    setRows(next);
    change(path, groupOf(next));
  };
  const { label, one = 'row', item } = field;
  const nameField: FormField =
    field.kind === 'map'
      ? { key: 'name', label: 'Program', kind: 'program', is_required: true }
      : { key: 'name', label: 'Name', kind: 'text' };
  const valueField: FormField = item ?? { key: 'value', label: 'Value', kind: 'text' };
  return (
    <Box className="form-wide" role="group" aria-label={label} data-field={pathText(path)}>
      <Stack gap="xs">
        <ListHead field={field} isEmpty={shown.length === 0} faults={faults} />
        {shown.map((row, at) => {
          const setRow = (next: Partial<Entry>): void => set(shown.with(at, { ...row, ...next }));
          return (
            <Row key={at} gap="sm" wrap="nowrap" align="flex-end">
              <Box flex={1}>
                {field.kind === 'map' ? (
                  <Control
                    {...{ field: nameField, path, value: row.name, error: undefined }}
                    onChange={(name) => setRow({ name: asText(name) })}
                  />
                ) : (
                  <TextInput
                    label="Name"
                    spellCheck={false}
                    disabled={isReadOnly}
                    value={row.name}
                    onChange={(event) => setRow({ name: event.currentTarget.value })}
                  />
                )}
              </Box>
              <Box flex={2}>
                <Control
                  {...{ field: valueField, path, value: row.value, error: undefined }}
                  onChange={(next) => setRow({ value: next ?? '' })}
                />
              </Box>
              {!isReadOnly && (
                <RowIcon name={`Remove ${one} ${at + 1}`} onClick={() => set(shown.toSpliced(at, 1))}>
                  <X size={16} />
                </RowIcon>
              )}
            </Row>
          );
        })}
        {!isReadOnly && <AddButton one={one} onAdd={() => set([...shown, { name: '', value: '' }])} />}
      </Stack>
    </Box>
  );
}
