import { useState, type ReactNode } from 'react';
import { ActionIcon, Box, Button, Group as Row, Input, Text } from '@mantine/core';
import { ArrowUp, Copy, Plus, X } from 'lucide-react';
import type { FormField } from '../../../../src/core/catalogue/entry-form.js';
import { useFaults, useForm } from './form-parts';
import { asGroup, faultsUnder, pathText, type FieldFault, type Group, type Path } from './values';

export const sentenceOf = (faults: readonly FieldFault[]): string | undefined =>
  faults.length === 0 ? undefined : faults.map(({ message }) => message).join(' ');

/** The faults of a field. `deep`: of what is in it too. */
export function useFaultsAt(path: Path, deep = false): readonly FieldFault[] {
  const under = faultsUnder(useFaults(), pathText(path));
  return deep ? under : under.filter((fault) => fault.path === '');
}

/** What is wrong with a field that is more than one value. */
export const FaultLine = ({ faults }: { readonly faults: readonly FieldFault[] }) =>
  faults.length > 0 && <Input.Error role="alert">{sentenceOf(faults)}</Input.Error>;

export const Help = ({ children }: { readonly children: ReactNode }) =>
  children !== undefined &&
  children !== '' && (
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  );

/** Something that can be done with a row. */
export const RowIcon = (parts: {
  readonly name: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size="sm"
    aria-label={parts.name}
    title={parts.name}
    onClick={parts.onClick}
  >
    {parts.children}
  </ActionIcon>
);

export type RowAct = 'open' | 'close' | 'up' | 'copy' | 'remove';

interface ActsParts {
  readonly name: string;
  readonly at: number;
  readonly act: (what: RowAct, at: number) => void;
}

/** What can be done with a row of a list. */
export function RowActs({ name, at, act }: ActsParts) {
  const { isReadOnly } = useForm();
  if (isReadOnly) return null;
  return (
    <Row gap={2} wrap="nowrap">
      {at > 0 ? (
        <RowIcon name={`Move ${name} up`} onClick={() => act('up', at)}>
          <ArrowUp size={15} />
        </RowIcon>
      ) : (
        // The fields of all rows stand below each other.
        <Box w={22} />
      )}
      <RowIcon name={`Copy ${name}`} onClick={() => act('copy', at)}>
        <Copy size={14} />
      </RowIcon>
      <RowIcon name={`Remove ${name}`} onClick={() => act('remove', at)}>
        <X size={16} />
      </RowIcon>
    </Row>
  );
}

interface HeadParts {
  readonly field: FormField;
  readonly isEmpty: boolean;
  readonly faults: readonly FieldFault[];
  readonly isTitled?: boolean | undefined;
}

/** The head of a list: its name, and what counts while it is empty. */
export const ListHead = ({ field, isEmpty, faults, isTitled = false }: HeadParts) => {
  const { label, help, by_default: byDefault, is_required: isRequired } = field;
  return (
    <div>
      {!isTitled && (
        <Text size="sm" fw={500} component="div">
          {label}
          {isRequired && <span className="asterisk"> *</span>}
        </Text>
      )}
      <Help>
        {[help, isEmpty && byDefault !== undefined && `Leave empty for ${byDefault}.`]
          .filter(Boolean)
          .join(' ')}
      </Help>
      <FaultLine faults={faults} />
    </div>
  );
};

export const AddButton = ({ one, onAdd }: { readonly one: string; readonly onAdd: () => void }) => (
  <div>
    <Button size="compact-sm" variant="default" leftSection={<Plus size={14} />} onClick={onAdd}>
      Add {one}
    </Button>
  </div>
);

/** A row of what the files have as a group: a value by its name. */
export interface NamedRow {
  readonly name: string;
  readonly value: unknown;
}

const rowsOf = (value: unknown): NamedRow[] =>
  Object.entries(asGroup(value)).map(([name, each]) => ({ name, value: each }));
const groupOf = (rows: readonly NamedRow[]): Group | undefined => {
  const named = rows.filter(({ name }) => name !== '');
  return named.length === 0 ? undefined : Object.fromEntries(named.map((each) => [each.name, each.value]));
};

/** The rows of a group. Rows without a name are not in the value. */
export function useNamedRows(value: unknown, onChange: (value: Group | undefined) => void) {
  const [rows, setRows] = useState<readonly NamedRow[]>(() => rowsOf(value));
  const shown = JSON.stringify(groupOf(rows)) === JSON.stringify(value) ? rows : rowsOf(value);
  const set = (next: readonly NamedRow[]): void => {
    setRows(next);
    onChange(groupOf(next));
  };
  return { shown, set };
}
