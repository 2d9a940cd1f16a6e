import { CsvError, parse } from 'csv-parse/sync';
import { VERDICTS, type SettleVerdict } from '../../core/delivery/settle.js';
import { isUuid } from '../../core/uuid.js';

/** One row of a buyer's file. */
export interface SettleRow {
  /** The line of the file on which the row ends. */
  readonly line: number;
  readonly id?: string;
  readonly reference?: string;
  readonly verdict: SettleVerdict;
  /** The reason in the words of the buyer. */
  readonly reason?: string;
}

/** A problem in a file. `line` 0 means the whole file. */
export interface RowIssue {
  readonly line: number;
  readonly why: string;
}

/**
 * Reads a buyer's CSV file. Its columns are `id` or `reference` (or both), `outcome`, and optionally `reason`. Other
 * columns are ignored.
 */
export function readSettleFile(text: string): { rows: SettleRow[]; faults: RowIssue[] } {
  const separator = wrongSeparator(text);
  if (separator !== undefined)
    return { rows: [], faults: [{ line: 1, why: `columns are separated by commas, not by ${separator}` }] };
  let names: string[] = [];
  let parsed: { info: { lines: number }; record: Record<string, string> }[];
  try {
    parsed = parse(text, {
      bom: true,
      columns: (written: string[]) => (names = written.map((name) => name.trim().toLowerCase())),
      info: true,
      skip_empty_lines: true,
      trim: true,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { rows: [], faults: [{ line: Number(error['lines'] ?? 0), why: `is no CSV: ${error.message}` }] };
  }
  if (parsed.length === 0)
    return { rows: [], faults: [{ line: 0, why: 'there is no row under the names of the columns' }] };
  const wrong = columnsFault(names);
  if (wrong !== undefined) return { rows: [], faults: [{ line: 1, why: wrong }] };
  const rows: SettleRow[] = [];
  const faults: RowIssue[] = [];
  for (const { info, record } of parsed) {
    const read = readRow(info.lines, record);
    if ('why' in read) faults.push(read);
    else rows.push(read);
  }
  return { rows, faults };
}

/**
 * The name of a wrong separator, such as spreadsheets of other countries write. A file with only one column can't be
 * right.
 */
function wrongSeparator(text: string): string | undefined {
  const [head = ''] = text.trimStart().split(/\r?\n/, 1);
  if (head.includes(',')) return undefined;
  if (head.includes(';')) return 'semicolons';
  return head.includes('\t') ? 'tabs' : undefined;
}

const OURS = ['id', 'reference', 'outcome', 'reason'];

/**
 * Refuses a column name that comes twice: each row would have two values for it, and a reader of the file would see
 * only one of them.
 */
function columnsFault(names: readonly string[]): string | undefined {
  const twice = OURS.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined) return `there are several columns ${twice}`;
  if (!names.includes('id') && !names.includes('reference')) return 'there is no column id or reference';
  return names.includes('outcome') ? undefined : 'there is no column outcome';
}

function readRow(line: number, record: Record<string, string>): SettleRow | RowIssue {
  const { id = '', reference = '', outcome = '', reason = '' } = record;
  const verdict = VERDICTS.find((each) => each === outcome.toLowerCase());
  if (!verdict) return { line, why: `the outcome is "${outcome}", and must be accepted or rejected` };
  if (id === '' && reference === '') return { line, why: 'there is no id and no reference' };
  if (id !== '' && !isUuid(id)) return { line, why: `the id is a UUID; "${id}" is none` };
  return {
    line,
    verdict,
    ...(id === '' ? {} : { id: id.toLowerCase() }),
    ...(reference === '' ? {} : { reference }),
    ...(reason === '' ? {} : { reason }),
  };
}
