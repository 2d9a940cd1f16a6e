import { useEffect, useMemo, type ReactNode } from 'react';
import {
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table';
import { useLocation } from 'wouter';

const FEATURES = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

/** A column: its head, what a cell shows, and by what it is sorted, if it can be. */
export interface Column<Row> {
  readonly id: string;
  readonly head: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  readonly sortBy?: (row: Row) => number | string | null | undefined;
  readonly number?: boolean;
  readonly total?: ReactNode;
  /** The rows come sorted by it, and only the service can sort them the other way. */
  readonly served?: { readonly desc: boolean; readonly turn: () => void };
}

interface Sorted {
  readonly id: string;
  readonly desc: boolean;
}

/** As an address says it. `margin`: the lowest first; `-margin`: the highest first. */
export const sortOf = (text: string | null): Sorted | undefined =>
  text === null || text === '' ? undefined : { id: text.replace(/^-/, ''), desc: text.startsWith('-') };
export const sortText = (by: Sorted | undefined): string => (by ? `${by.desc ? '-' : ''}${by.id}` : '');

interface TableParts<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** How many rows are shown: the first ones in the order of the table. Absent: all. */
  readonly most?: number;
  readonly keyOf: (row: Row, at: number) => string;
  /** Where a row leads. Its first cell should hold the same link, for the keyboard. */
  readonly linkOf?: (row: Row) => string | undefined;
  readonly caption: string;
  readonly sorted?: Sorted;
  /** Somebody sorted it by a column, or, undefined, put it back into the order of its rows. */
  readonly onSorted?: (by: Sorted | undefined) => void;
  readonly empty?: ReactNode;
}

type Sortable = number | string | undefined;

const compare = (a: Sortable, b: Sortable): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a ?? '').localeCompare(String(b ?? ''));

/** Numbers that are missing come last, whichever way the column is sorted. */
const sortable = (value: number | string | null | undefined): number | string | undefined =>
  value ?? undefined;

/** A table whose columns can be sorted. */
export function DataTable<Row extends object>(parts: TableParts<Row>) {
  const { columns, rows, most, keyOf, linkOf, caption, sorted, onSorted, empty } = parts;
  const [, go] = useLocation();
  const defs = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof FEATURES, Row> => ({
        id: column.id,
        accessorFn: (row) => sortable(column.sortBy?.(row)),
        sortFn: (a, b, id) => compare(a.getValue<Sortable>(id), b.getValue<Sortable>(id)),
        enableSorting: column.sortBy !== undefined,
        sortUndefined: 'last',
        sortDescFirst: column.number ?? false,
      })),
    [columns],
  );
  const table = useTable({
    features: FEATURES,
    columns: defs,
    data: rows,
    ...(sorted && { initialState: { sorting: [{ id: sorted.id, desc: sorted.desc }] } }),
  });
  const [by, isDown] = [sorted?.id, sorted?.desc ?? false];
  // The table itself is another object after each change of its rows; this function stays.
  const { setSorting } = table;
  // What the caller sorts by may change while the table is shown, as with the address.
  useEffect(() => {
    if (by !== undefined) setSorting([{ id: by, desc: isDown }]);
  }, [setSorting, by, isDown]);
  if (rows.length === 0 && empty !== undefined) return empty;
  const inOrder = table.getRowModel().rows.slice(0, most);
  const hasTotal = columns.some(({ total }) => total !== undefined);
  return (
    <table className="table">
      <caption className="skip">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => {
            const handle = table.getColumn(column.id);
            const { served } = column;
            const order = served ? (served.desc ? 'desc' : 'asc') : (handle?.getIsSorted() ?? false);
            return (
              <th
                key={column.id}
                scope="col"
                className={column.number ? 'number' : ''}
                aria-sort={order === false ? undefined : order === 'desc' ? 'descending' : 'ascending'}
              >
                {(served ?? column.sortBy) ? (
                  <button
                    type="button"
                    className="sort"
                    onClick={() => {
                      if (served) {
                        served.turn();
                        return;
                      }
                      const next = handle?.getNextSortingOrder();
                      handle?.toggleSorting();
                      onSorted?.(next ? { id: column.id, desc: next === 'desc' } : undefined);
                    }}
                  >
                    {column.head}
                    {order === false ? '' : order === 'desc' ? ' ↓' : ' ↑'}
                  </button>
                ) : (
                  column.head
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {inOrder.map(({ original }, at) => {
          const link = linkOf?.(original);
          return (
            <tr
              key={keyOf(original, at)}
              data-link={link}
              onClick={(event) => {
                const onControl = (event.target as Element).closest('a, button, input, label');
                if (link !== undefined && !onControl && window.getSelection()?.toString() === '') go(link);
              }}
            >
              {columns.map((column) => (
                <td key={column.id} className={column.number ? 'number' : ''}>
                  {column.cell(original)}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
      {hasTotal && (
        <tfoot>
          <tr>
            {columns.map((column) => (
              <td key={column.id} className={column.number ? 'number' : ''}>
                {column.total}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}
