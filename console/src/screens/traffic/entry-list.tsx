import type { ReactNode } from 'react';
import { Box, Group, Select, Stack, TextInput } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { sentenceOf } from '../../api/api-problem';
import { useColumns } from '../../parts/column-menu';
import { DataTable, sortOf, sortText, type Column } from '../../parts/data-table';
import { DayRange } from '../../parts/day-range';
import { Notice } from '../../parts/notice';
import { Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { RANGES } from '../../words/days';
import { nameOf } from '../../words/lead-words';
import type { Counted, Period } from './period';
import { statusWords } from './words';

interface ListParts<Row> {
  /** Of the table. */
  readonly caption: string;
  /** Whose choice of columns it is. */
  readonly screen: string;
  readonly rows: readonly Row[];
  readonly period: Period;
  /** The range of an address that names none. */
  readonly firstRange: string;
  /** All columns, of the rows that are shown: some have totals. */
  readonly columns: (shown: readonly Row[]) => readonly Column<Row>[];
  /** Those that are shown before somebody chooses. */
  readonly firstColumns: readonly string[];
  readonly sorted?: { readonly id: string; readonly desc: boolean };
  readonly linkOf: (row: Row) => string;
  /** More words by which a row is found. */
  readonly alsoNamed?: (row: Row) => string;
  /** What an empty catalogue says. */
  readonly none: string;
  readonly children?: ReactNode;
}

/** Entries of the catalogue with what became of them in some days: found by name, filtered by status, sorted by a column. */
export function EntryList<Row extends Counted>(parts: ListParts<Row>) {
  const { caption, screen, rows, period, firstRange, linkOf, alsoNamed, none, children } = parts;
  const [search, setSearch] = useSearchParams();
  const [text, status] = [search.get('q') ?? '', search.get('status')];
  const set = (values: Readonly<Record<string, string>>): void => {
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values))
          if (value === '') after.delete(name);
          else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  };
  const found = rows.filter(
    (row) =>
      (status === null || row.status === status) &&
      [nameOf(row), row.handle, alsoNamed?.(row)].join(' ').toLowerCase().includes(text.trim().toLowerCase()),
  );
  const { shown, menu } = useColumns(screen, parts.columns(found), parts.firstColumns);
  const statuses = [...new Set([...rows.map((row) => row.status), ...(status === null ? [] : [status])])];
  const sort = sortOf(search.get('sort')) ?? parts.sorted;
  return (
    <Stack gap="sm">
      <Group gap="xs" role="group" aria-label="What the list shows">
        <DayRange label="Days" name="range" ranges={RANGES} first={firstRange} days={period.days} />
        <TextInput
          size="xs"
          w={160}
          type="search"
          aria-label="Name"
          placeholder="Part of a name"
          maxLength={100}
          value={text}
          onChange={(event) => set({ q: event.currentTarget.value })}
        />
        <Select
          size="xs"
          w={130}
          aria-label="Status"
          placeholder="Any status"
          clearable
          data={statuses.map((value) => ({ value, label: statusWords(value)[0] }))}
          value={status}
          onChange={(value) => set({ status: value ?? '' })}
        />
        {menu}
      </Group>
      {children}
      {period.error && (
        <Notice tone="wait">Money of these days is missing. {sentenceOf(period.error)}</Notice>
      )}
      <Box aria-busy={period.isOlder} opacity={period.isOlder ? 0.6 : 1}>
        <Panel flush>
          <DataTable
            caption={caption}
            columns={shown}
            rows={found}
            keyOf={({ id }) => id}
            linkOf={linkOf}
            {...(sort && shown.some(({ id }) => id === sort.id) && { sorted: sort })}
            onSorted={(by) => set({ sort: sortText(by) })}
            empty={
              rows.length === 0 ? (
                <PlainState title={none}>The current catalogue has none.</PlainState>
              ) : (
                <PlainState title="No matches">No entry has this name and status.</PlainState>
              )
            }
          />
        </Panel>
      </Box>
    </Stack>
  );
}
