import { readCsv, type RowIssue } from '../csv/read-csv.js';
import { parseReservationId, reservationIdOf } from '../../core/caps/cap-buckets.js';
import { isNotUtf8, NOT_UTF8 } from '../../core/not-utf8.js';
import { isUuid } from '../../core/uuid.js';

export type { RowIssue };

/** How a row of a buyer's file names its lead. */
export interface LeadRow {
  /** The line of the file on which the row begins. */
  readonly line: number;
  readonly id?: string;
  /** Of a row that names the lead by the key of its request (`deliveryKey`): the submission that is meant. */
  readonly submission?: number;
  readonly reference?: string;
}

/** The columns of a kind of file beside `id` and `reference`, and how they are read. */
export interface FileKind<Row> {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** Reads one row, or returns a message that gives the reason why not. */
  readonly read: (columns: Readonly<Record<string, string>>, row: LeadRow) => Row | string;
}

/**
 * Reads a buyer's CSV file of leads. Its columns are `id` or `reference` (or both) and those of its kind. Other
 * columns are ignored.
 */
export function readLeadFile<Row extends LeadRow>(
  text: string,
  kind: FileKind<Row>,
): { rows: Row[]; faults: RowIssue[] } {
  // UTF-16 that somebody read as UTF-8: not even the names of the columns are right.
  if (text.includes('\0')) return { rows: [], faults: [{ line: 0, why: NOT_UTF8 }] };
  const read = readCsv(text);
  if ('why' in read) return { rows: [], faults: [read] };
  const { names, rows: parsed } = read;
  if (parsed.length === 0)
    return { rows: [], faults: [{ line: 0, why: 'there is no row under the names of the columns' }] };
  const wrong = columnsFault(names, kind);
  if (wrong !== undefined) return { rows: [], faults: [{ line: 1, why: wrong }] };
  const rows: Row[] = [];
  const faults: RowIssue[] = [];
  for (const { line, record } of parsed) {
    const one = readRow(line, record, kind);
    if (typeof one === 'string') faults.push({ line, why: one });
    else rows.push(one);
  }
  return { rows, faults };
}

type Columns = Pick<FileKind<never>, 'required' | 'optional'>;

/** The columns that are read. */
const columnsOf = ({ required, optional }: Columns): string[] => [
  ...['id', 'reference', ...required, ...optional],
];

/**
 * Refuses a column name that comes twice: each row would have two values for it, and a reader of the file would see
 * only one of them.
 */
function columnsFault(names: readonly string[], kind: Columns): string | undefined {
  const twice = columnsOf(kind).find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined) return `there are several columns ${twice}`;
  if (!names.includes('id') && !names.includes('reference'))
    return names.some((name) => /mail|phone|mobile/.test(name))
      ? BY_PERSON
      : 'there is no column id or reference';
  const missing = kind.required.find((name) => !names.includes(name));
  return missing === undefined ? undefined : `there is no column ${missing}`;
}

/** A person may have several leads, and a buyer's spelling may be another. */
const BY_PERSON =
  'there is no column id or reference: an e-mail address or phone number does not say which lead is meant. Find each with leadkeep lead find --email or --phone, and put its id in a column id';

/** Leadkeep replaces what it can't read in a buyer's words. */
const OF_A_BUYER =
  ". If the buyer's answer already said it with U+FFFD, put the id of the lead in a column id";

function readRow<Row>(line: number, record: Record<string, string>, kind: FileKind<Row>): Row | string {
  const { id = '', reference = '' } = record;
  // An affiliate would read it in the reason of a refusal. A reference that a buyer's answer told may have it.
  const broken = columnsOf(kind)
    .filter((name) => name !== 'reference' || id === '')
    .find((name) => isNotUtf8(record[name] ?? ''));
  if (broken === 'reference') return `the reference ${NOT_UTF8}${OF_A_BUYER}`;
  if (broken !== undefined) return `the ${broken} ${NOT_UTF8}`;
  const row: LeadRow = {
    line,
    ...(id === '' ? {} : idOf(id.toLowerCase())),
    ...(reference === '' ? {} : { reference }),
  };
  const found = kind.read(record, row);
  if (typeof found === 'string') return found;
  if (id === '' && reference === '') return 'there is no id and no reference';
  return row.id === undefined || isUuid(row.id) ? found : `the id is a UUID; "${id}" is none`;
}

/** A buyer may list the keys of its requests, which name the submission of a lead that was posted again. */
function idOf(text: string): Pick<LeadRow, 'id' | 'submission'> {
  const named = parseReservationId(text);
  if (named === null || reservationIdOf(named.lead_id, named.submission) !== text) return { id: text };
  return { id: named.lead_id, submission: named.submission };
}
