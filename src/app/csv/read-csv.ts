import { CsvError, parse } from 'csv-parse/sync';
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

/**
 * Reads a CSV file as spreadsheets write it: its columns are separated by commas, or by semicolons or tabs if the names of
 * the columns are, or as a first line like `sep=;` says.
 */
export function readCsv(text: string): { readonly names: string[]; readonly rows: CsvRow[] } | RowIssue {
  // csv-parse counts a line break of two characters inside quotation marks as two lines.
  const lines = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const blank = lines.length - lines.trimStart().length;
  const [first = ''] = lines.slice(blank).split('\n', 1);
  const named = SEPARATOR_LINE.exec(first)?.[1];
  let names: string[] = [];
  try {
    const parsed: Parsed[] = parse(lines, {
      columns: (written: string[]) => (names = written.map((name) => name.trim().toLowerCase())),
      delimiter: named ?? separatorOf(first),
      ...(named === undefined ? {} : { from_line: lines.slice(0, blank).split('\n').length + 1 }),
      ...{ info: true, raw: true, record_delimiter: '\n', skip_empty_lines: true, trim: true },
      // Spreadsheets write rows that were emptied as separators alone.
      skip_records_with_empty_values: true,
    });
    return {
      names,
      rows: parsed.map((row) => ({ line: firstLine(row.raw, row.info.lines), record: row.record })),
    };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const last = Number(error['lines'] ?? 0);
    if (error.code !== 'CSV_QUOTE_NOT_CLOSED') return { line: last, why: `is not CSV: ${error.message}` };
    const why = 'is not CSV: a quotation mark that begins in this row is not closed';
    return { line: firstLine(String(error['raw']), last), why };
  }
}

interface Parsed {
  readonly info: { readonly lines: number };
  readonly record: Record<string, string>;
  readonly raw: string;
}

/** A file with only one column can't be right. */
const separatorOf = (head: string): string => [',', ';', '\t'].find((one) => head.includes(one)) ?? ',';

/** `raw` has the empty lines before the row too. */
const firstLine = (raw: string, last: number): number =>
  last - (raw.replaceAll(/^\n+|\n$/g, '').split('\n').length - 1);
