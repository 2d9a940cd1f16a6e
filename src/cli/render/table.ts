import Table from 'cli-table3';
import { formatCents } from '../../core/catalogue/money.js';
import type { Cli } from '../cli.js';
import { formatLength, formatTime } from './time.js';
import { visibleLine } from './visible.js';

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

/** Renders a table without lines and colors, so that both people and `awk` can read it. */
export function renderTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  indent = '',
): string {
  const table = new Table({
    head: head.map((name) => name.toUpperCase()),
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  table.push(...rows.map((row) => row.map(visibleLine)));
  return table
    .toString()
    .split('\n')
    .map((line) => indent + line.trimEnd())
    .join('\n');
}

/** Renders names and values side by side. Omits pairs without a value. */
export function renderPairs(pairs: readonly (readonly [name: string, value: string | undefined])[]): string {
  const shown = pairs.filter((pair): pair is [string, string] => pair[1] !== undefined);
  const lines = shown.map((pair) => pair.map(visibleLine) as [name: string, value: string]);
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n');
}

/**
 * Renders one row for each object. `columns` are paths to members, separated by spaces; `name=path` gives one another name.
 * Each member is shown by what it is: an entry of the catalogue by its handle, cents as an amount, a list with commas.
 */
export function renderRows(rows: readonly object[], columns: string): string {
  const all = columns.split(' ').map((column) => {
    const [name = '', path = name] = column.split('=');
    return { name: name.split('.').at(-1)?.replaceAll('_', ' ') ?? '', path };
  });
  return renderTable(
    all.map(({ name }) => name),
    rows.map((row) => all.map(({ path }) => cellOf(memberAt(row, path), path) || NONE)),
  );
}

/** An empty cell would be no column for `awk`. */
const NONE = '-';

const memberAt = (row: object, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | null)?.[name], row);

function cellOf(value: unknown, name = ''): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return formatTime(value);
  if (typeof value === 'number' && name.endsWith('_cents')) return formatCents(value);
  if (typeof value === 'number' && name.endsWith('_ms')) return formatLength(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((one) => cellOf(one)).join(',');
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  const { handle, name: called, id } = value as Readonly<Record<string, unknown>>;
  if (handle !== undefined || called !== undefined) return cellOf(handle ?? called ?? id);
  return Object.entries(value)
    .map(([member, one]) => `${member} ${cellOf(one, member)}`)
    .join('; ');
}

/** How an answer of the operator API is printed without `--json`. */
interface Lists<Answer> {
  /** The columns of each of its lists that is shown, in this order. Empty ones are left out. */
  readonly lists: { readonly [Name in keyof Answer]?: string };
  /** What is said instead if all of them are empty. */
  readonly none: string;
}

/** Prints an answer of the operator API: with `--json` as it is, otherwise its lists as tables. */
export function printAnswer<Answer extends object>(
  cli: Cli,
  answer: Answer,
  json: boolean | undefined,
  { lists, none }: Lists<Answer>,
): void {
  if (json === true) {
    printJson(cli, answer);
    return;
  }
  const tables = Object.entries(lists).flatMap(([name, columns]) => {
    const rows = answer[name as keyof Answer] as readonly object[];
    return rows.length === 0 ? [] : [renderRows(rows, columns as string)];
  });
  cli.print(tables.length === 0 ? none : tables.join('\n\n'));
}

/** What `--json` prints. */
export const printJson = (cli: Cli, answer: unknown): void => {
  cli.print(JSON.stringify(answer, null, 2));
};

/** Names and values of a document, one below the other, with the lists in it as tables. */
export function renderDocument(document: object): string {
  const isList = (value: unknown): value is readonly object[] =>
    Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null);
  const entries = Object.entries(document).map(
    ([name, value]) => [name.replaceAll('_', ' '), name, value as unknown] as const,
  );
  const pairs = entries.flatMap(([title, name, value]) =>
    isList(value) ? [] : [[title, cellOf(value, name) || 'none'] as const],
  );
  const lists = entries.flatMap(([title, , value]) =>
    isList(value) ? [`${title}\n${renderRows(value, Object.keys(value[0] ?? {}).join(' '))}`] : [],
  );
  return [renderPairs(pairs), ...lists].join('\n\n');
}
