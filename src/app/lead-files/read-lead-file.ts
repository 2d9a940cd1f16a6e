import { keyOf, readCsv, type RowIssue } from '../csv/read-csv.js';
import { parseReservationId, reservationIdOf } from '../../core/caps/cap-buckets.js';
import { isNotUtf8, NOT_UTF8 } from '../../core/not-utf8.js';
import { isUuid } from '../../core/uuid.js';
import { mapColumns, type Mapped } from './map-columns.js';

export type { RowIssue };

/** How a row of a buyer's file names its lead. */
export interface LeadRow {
  /** The line of the file on which the row begins. */
  readonly line: number;
  readonly id?: string;
  /** Of a row that names the lead by the key of its request (`deliveryKey`): the submission that is meant. */
  readonly submission?: number;
  readonly reference?: string;
  /** Keys of the person whose lead is meant, of a row that names no lead. */
  readonly person?: readonly string[];
}

/** The fields of a kind of file beside `id` and `reference`. */
export interface FileFields {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** A kind of file, and how its rows are read. */
export interface FileKind<Row> extends FileFields {
  /** Reads one row, or returns a message that gives the reason why not. */
  readonly read: (cells: Readonly<Record<string, string>>, row: LeadRow) => Row | string;
  /** Identity keys of an e-mail address or phone number, by which a row may name its lead too. Absent: it may not. */
  readonly keysOf?: (of: { readonly email: string; readonly phone: string }) => readonly string[];
}

/** A buyer's file, as far as it can be read. */
export interface LeadFileRead<Row> {
  readonly rows: Row[];
  readonly faults: RowIssue[];
  /** The names of its columns. */
  readonly heads: readonly string[];
  /** In which column each field is, if any has it. */
  readonly columns: readonly { readonly field: string; readonly column: string | null }[];
}

/**
 * Reads a buyer's CSV file of leads. Its fields are `id` or `reference` (or both) and those of its kind. Other columns are
 * ignored.
 */
export function readLeadFile<Row extends LeadRow>(
  text: string,
  kind: FileKind<Row>,
  mapped: Mapped = {},
): LeadFileRead<Row> {
  const nothing = (line: number, why: string) => ({
    rows: [],
    faults: [{ line, why }],
    heads: [],
    columns: [],
  });
  // UTF-16 that somebody read as UTF-8: not even the names of the columns are right.
  if (text.includes('\0')) return nothing(0, NOT_UTF8);
  const csv = readCsv(text);
  if ('why' in csv) return nothing(csv.line, csv.why);
  if (csv.rows.length + csv.faults.length === 0)
    return nothing(0, 'there is no row under the names of the columns');
  const fields = fieldsOf(kind);
  const optional = [...(kind.keysOf ? PERSON : []), ...kind.optional];
  const found = mapColumns(csv, { required: kind.required, optional }, mapped);
  // A column without a name is no field's: spreadsheets have notes there.
  const heads = csv.heads.filter((head) => head !== '');
  const columns = fields.map((field) => ({ field, column: found.get(field) ?? null }));
  const wrong = columnsFault(heads, found, kind);
  if (wrong !== undefined) return { rows: [], faults: [{ line: 1, why: wrong }], heads, columns };
  const rows: Row[] = [];
  const faults = [...csv.faults];
  for (const { line, record } of csv.rows) {
    const cellOf = (field: string): string => {
      const column = found.get(field);
      return (column === undefined ? undefined : record[keyOf(column)]) ?? '';
    };
    const one = readRow(line, cellOf, kind);
    if (typeof one === 'string') faults.push({ line, why: one });
    else rows.push(one);
  }
  return { rows, faults, heads, columns };
}

/** What is read. */
const fieldsOf = ({ required, optional, keysOf }: FileFields & Pick<FileKind<never>, 'keysOf'>): string[] => [
  ...['id', 'reference', ...(keysOf ? PERSON : []), ...required, ...optional],
];
const PERSON = ['email', 'phone'];

/**
 * Refuses a column name that comes twice: each row would have two values for it, and a reader of the file would see
 * only one of them.
 */
function columnsFault(
  heads: readonly string[],
  found: ReadonlyMap<string, string>,
  { required }: FileFields,
): string | undefined {
  const names = heads.map(keyOf);
  for (const [field, column] of found) {
    const name = keyOf(column);
    if (!names.includes(name)) return `there is no column ${column}, which was chosen for ${field}`;
    if (names.indexOf(name) !== names.lastIndexOf(name)) return `there are several columns ${name}`;
    const other = [...found].find(([one, its]) => one !== field && keyOf(its) === name)?.[0];
    if (other !== undefined) return `the column ${column} was chosen for ${field} and for ${other}`;
  }
  if (['id', 'reference', ...PERSON].every((field) => !found.has(field)))
    return names.some((name) => /mail|phone|mobile/.test(name))
      ? BY_PERSON
      : 'there is no column id or reference';
  const missing = required.find((field) => !found.has(field));
  return missing === undefined ? undefined : `there is no column ${missing}`;
}

/** A person may have several leads, and a buyer's spelling may be another. */
const BY_PERSON =
  'there is no column id or reference: an e-mail address or phone number does not say which lead is meant. Find each with leadkeep lead find --email or --phone, and put its id in a column id';

/** Leadkeep replaces what it can't read in a buyer's words. */
const OF_A_BUYER =
  ". If the buyer's answer already said it with U+FFFD, put the id of the lead in a column id";

function readRow<Row>(line: number, cellOf: (field: string) => string, kind: FileKind<Row>): Row | string {
  const cells = Object.fromEntries(fieldsOf(kind).map((field) => [field, cellOf(field)]));
  const { id = '', reference = '' } = cells;
  // An affiliate would read it in the reason of a refusal. A reference that a buyer's answer told may have it.
  const broken = fieldsOf(kind)
    .filter((name) => name !== 'reference' || id === '')
    .find((name) => isNotUtf8(cells[name] ?? ''));
  if (broken === 'reference') return `the reference ${NOT_UTF8}${OF_A_BUYER}`;
  if (broken !== undefined) return `the ${broken} ${NOT_UTF8}`;
  const row: LeadRow = {
    line,
    ...(id === '' ? {} : idOf(id.toLowerCase())),
    ...(reference === '' ? {} : { reference }),
  };
  const { email = '', phone = '' } = cells;
  const person = id === '' && reference === '' ? kind.keysOf?.({ email, phone }) : undefined;
  const found = kind.read(cells, { ...row, ...(person && { person }) });
  if (typeof found === 'string') return found;
  if (id === '' && reference === '' && !person?.length)
    return kind.keysOf
      ? 'there is no id, reference, e-mail address or phone number'
      : 'there is no id and no reference';
  return row.id === undefined || isUuid(row.id) ? found : `the id is a UUID; "${id}" is none`;
}

/** A buyer may list the keys of its requests, which name the submission of a lead that was posted again. */
function idOf(text: string): Pick<LeadRow, 'id' | 'submission'> {
  const named = parseReservationId(text);
  if (named === null || reservationIdOf(named.lead_id, named.submission) !== text) return { id: text };
  return { id: named.lead_id, submission: named.submission };
}
