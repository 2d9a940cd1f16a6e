import { Box, Group as Row, Stack } from '@mantine/core';
import { X } from 'lucide-react';
import type { FormField } from '../../../../src/core/catalogue/entry-form.js';
import { Control } from './controls';
import { useForm } from './form-parts';
import { AddButton, ListHead, RowIcon, useFaultsAt, useNamedRows, type NamedRow } from './row-parts';
import { asText, pathText, type Path } from './values';

interface FieldParts {
  readonly field: FormField;
  readonly path: Path;
  readonly value: unknown;
}

/** Values by a name, which is a program's. */
export function MapField({ field, path, value }: FieldParts) {
  const { change, isReadOnly } = useForm();
  const faults = useFaultsAt(path, true);
  const { shown, set } = useNamedRows(value, (next) => {
    change(path, next);
  });
  const { label, one = 'row', item } = field;
  const nameField: FormField = { key: 'name', label: 'Program', kind: 'program', is_required: true };
  const valueField: FormField = item ?? { key: 'value', label: 'Value', kind: 'text' };
  return (
    <Box className="form-wide" role="group" aria-label={label} data-field={pathText(path)}>
      <Stack gap="xs">
        <ListHead field={field} isEmpty={shown.length === 0} faults={faults} />
        {shown.map((row, at) => {
          const setRow = (next: Partial<NamedRow>): void => set(shown.with(at, { ...row, ...next }));
          return (
            <Row key={at} gap="sm" wrap="nowrap" align="flex-end">
              <Box flex={1}>
                <Control
                  {...{ field: nameField, path, value: row.name, error: undefined }}
                  onChange={(name) => setRow({ name: asText(name) })}
                />
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
