import { useState } from 'react';
import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { Columns3 } from 'lucide-react';
import { useSearchParams } from 'wouter';
import type { Column } from './data-table';

/** A column without words as its head, like that of the buttons, is always shown. So is the first one with words. */
const canBeHidden = <Row,>(columns: readonly Column<Row>[]): readonly Column<Row>[] =>
  columns.filter(({ head }) => typeof head === 'string').slice(1);

/**
 * The columns that a table shows, and the menu that chooses them. They are in the address, so a link shows the same, and
 * this browser begins with them the next time. `screen`: whose choice it is. `first`: what is shown before somebody chooses.
 */
export function useColumns<Row>(screen: string, columns: readonly Column<Row>[], first: readonly string[]) {
  const [search, setSearch] = useSearchParams();
  const keptAs = `leadkeep-columns-${screen}`;
  const chosen = (search.get('columns') ?? localStorage.getItem(keptAs))?.split(',') ?? first;
  const optional = canBeHidden(columns);
  const isShown = (column: Column<Row>): boolean => !optional.includes(column) || chosen.includes(column.id);
  const choose = (ids: readonly string[]): void => {
    const isFirst = ids.length === first.length && ids.every((id) => first.includes(id));
    if (isFirst) localStorage.removeItem(keptAs);
    else localStorage.setItem(keptAs, ids.join(','));
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (isFirst) after.delete('columns');
        else after.set('columns', ids.join(','));
        return after;
      },
      { replace: true },
    );
  };
  return {
    shown: columns.filter(isShown),
    menu: (
      <ColumnMenu
        columns={optional.map(({ id, head }) => ({ id, label: typeof head === 'string' ? head : id }))}
        chosen={optional.filter(isShown).map(({ id }) => id)}
        onChosen={choose}
        reset={() => choose(first)}
      />
    ),
  };
}

interface MenuParts {
  readonly columns: readonly { readonly id: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly onChosen: (ids: readonly string[]) => void;
  readonly reset: () => void;
}

function ColumnMenu({ columns, chosen, onChosen, reset }: MenuParts) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<Columns3 size={14} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Checkbox.Group aria-label="Columns" value={[...chosen]} onChange={onChosen}>
          <Stack gap={6} mah={360} style={{ overflowY: 'auto' }}>
            {columns.map(({ id, label }) => (
              <Checkbox key={id} size="xs" value={id} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Button mt="xs" size="compact-xs" variant="subtle" onClick={reset}>
          Reset
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
