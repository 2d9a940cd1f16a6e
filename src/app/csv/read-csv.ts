import { parse } from 'csv-parse/sync';
import { SEPARATOR_LINE } from './list-rows.js';

/** A problem in a file. `line` 0 means the whole file. */
export interface RowIssue {
  readonly line: number;
  readonly why: string;
}

/** A row of a CSV file, by the names of its columns, which are in lower case. */
export interface CsvRow {
  /** The line on which it begins. */
  readonly line: number;
  readonly record: Readonly<Record<string, string>>;
}

/** A CSV file. Rows that can't be read are among its faults. */
export interface Csv {
  /** The names of its columns as they are written. */
  readonly heads: readonly string[];
  readonly rows: readonly CsvRow[];
  readonly faults: readonly RowIssue[];
}

/**
 * Reads a CSV file as spreadsheets write it: its columns are separated by commas, or by semicolons or tabs if the names of
 * the columns are, or as a first line like `sep=;` says. Whatever a row has, the next ones are read.
 */
export function readCsv(text: string): Csv | RowIssue {
  // csv-parse counts a line break of two characters inside quotation marks as two lines.
  const lines = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const blank = lines.length - lines.trimStart().length;
  const [first = ''] = lines.slice(blank).split('\n', 1);
  const named = SEPARATOR_LINE.exec(first)?.[1];
  const delimiter = named ?? separatorOf(first);
  const faults: RowIssue[] = [];
  const parsed = parse(lines, {
    ...{ delimiter, info: true, raw: true, record_delimiter: '\n', skip_empty_lines: true },
    ...(named === undefined ? {} : { from_line: lines.slice(0, blank).split('\n').length + 1 }),
    // With `trim` or without `relax_quotes`, a stray quotation mark would take the rows after it away.
    ...{ ltrim: true, relax_quotes: true, relax_column_count: true, skip_records_with_error: true },
    // The one fault that is left: a quotation mark that is not closed.
    on_skip(error, raw = '') {
      faults.push({ line: firstLine(raw, Number(error?.['lines'] ?? 0)), why: NOT_CLOSED });
      return undefined;
    },
  }) as unknown as readonly Parsed[];
  const [head, ...rest] = parsed.map(({ raw, record, info }) => ({
    ...{ line: firstLine(raw, info.lines), raw, cells: record.map(clean) },
  }));
  if (!head && faults[0]) return faults[0];
  const heads = head?.cells ?? [];
  const rows: CsvRow[] = [];
  for (const { line, raw, cells } of rest) {
    // Spreadsheets write rows that were emptied as separators alone.
    if (cells.every((cell) => cell === '')) continue;
    const why = wrongRow(raw, cells.length, { delimiter, columns: heads.length });
    if (why === undefined)
      rows.push({
        line,
        record: Object.fromEntries(heads.map((name, at) => [keyOf(name), cells[at] ?? ''])),
      });
    else faults.push({ line, why });
  }
  return { heads, rows, faults };
}

/** Under which name a row has the cell of a column. */
export const keyOf = (head: string): string => head.toLowerCase();

interface Parsed {
  readonly info: { readonly lines: number };
  readonly record: readonly string[];
  readonly raw: string;
}

/** A quotation mark with a space behind it is left for us to take away. */
const clean = (cell: string): string => {
  const text = cell.trim();
  return text !== cell && /^".*"$/s.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text;
};

const NOT_CLOSED =
  'is not CSV: a quotation mark that begins in this row is not closed, so nothing from here on was read';

function wrongRow(
  raw: string,
  cells: number,
  { delimiter, columns }: { readonly delimiter: string; readonly columns: number },
): string | undefined {
  const isRow = (line: string): boolean => {
    const [first = '', ...others] = line.split(delimiter);
    return others.length > 0 && others.length + 1 === columns && !first.includes('"');
  };
  const [, ...inner] = raw.replaceAll(/^\n+|\n$/g, '').split('\n');
  const at = inner.findIndex(isRow);
  if (at >= 0)
    return `has text in quotation marks that goes on below, and its line ${at + 2} looks like a row: check the quotation marks`;
  if (cells < columns) return `has ${cells} of ${columns} columns: the row may be cut off`;
  return cells > columns
    ? `has ${cells} columns where the first line names ${columns}: put text that contains a separator in quotation marks`
    : undefined;
}

/** A file with only one column can't be right. */
const separatorOf = (head: string): string => [',', ';', '\t'].find((one) => head.includes(one)) ?? ',';

/** `raw` has the empty lines before the row too. */
const firstLine = (raw: string, last: number): number =>
  last - (raw.replaceAll(/^\n+|\n$/g, '').split('\n').length - 1);
