import { parseReservationId } from '../../core/caps/cap-buckets.js';
import { isUuid } from '../../core/uuid.js';
import { keyOf, type CsvRow } from '../csv/read-csv.js';

/** What a file's columns are called, and what its texts mean. Each buyer has its own. */
export interface FileMapping {
  /** By the field that is read: the column that holds it. */
  readonly columns: Readonly<Record<string, string>>;
  /** What texts of the buyer mean, such as a reason in its own words. */
  readonly meanings: readonly Meaning[];
}

export interface Meaning {
  readonly text: string;
  readonly means: string;
}

/** Words are compared without regard to case, and to spaces around and between them. */
export const wordsOf = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** How a file's columns are known. */
export interface Mapped {
  /** As somebody chose them for this file: no others are read. */
  readonly chosen?: FileMapping['columns'] | undefined;
  /** As they were in the last file of the buyer. A column that this file lacks doesn't count. */
  readonly remembered?: FileMapping['columns'] | undefined;
}

/** What columns are often called, without spaces and signs. `lead`: our id or the buyer's reference, as its cells say. */
const OFTEN: Readonly<Record<string, readonly string[]>> = {
  lead: ['leadid', 'svcleadid', 'leadkeepid', 'lead', 'yourid', 'yourleadid', 'leadnumber', 'leadno'],
  reference: [
    'ref',
    'buyerreference',
    'ourreference',
    'ourid',
    'crmid',
    'externalid',
    'contactid',
    'refno',
    'order',
    'orderno',
    'ordernumber',
    'orderid',
  ],
  stage: ['status', 'outcome', 'leadstatus', 'milestone', 'stagecode', 'step'],
  on: ['date', 'day', 'stagedate', 'statusdate', 'outcomedate', 'eventdate', 'asof'],
  reason: ['returnreason', 'reasoncode', 'reasonforreturn', 'rejectreason', 'why', 'disposition'],
};

/**
 * Finds the column of each field: as it was chosen or remembered, by the field's own name, or by what such columns are
 * often called. A field that a file may lack is not guessed: affiliates read a reason in words.
 */
export function mapColumns(
  { heads, rows }: { readonly heads: readonly string[]; readonly rows: readonly CsvRow[] },
  { required, optional }: { readonly required: readonly string[]; readonly optional: readonly string[] },
  { chosen, remembered }: Mapped,
): ReadonlyMap<string, string> {
  const guessed = ['id', 'reference', ...required];
  const fields = [...guessed, ...optional];
  const found = new Map<string, string>();
  const find = (field: string, head: string | undefined): void => {
    if (head !== undefined && !found.has(field)) found.set(field, head);
  };
  if (chosen) {
    for (const field of fields) find(field, chosen[field]);
    return found;
  }
  const named = (name: string | undefined): string | undefined =>
    name === undefined ? undefined : heads.find((head) => keyOf(head) === keyOf(name));
  for (const field of fields) find(field, named(remembered?.[field]) ?? named(field));
  const often = (name: string): string | undefined => {
    const taken = new Set([...found.values()].map(keyOf));
    return heads.find((head) => !taken.has(keyOf(head)) && OFTEN[name]?.includes(plain(head)));
  };
  const lead = often('lead');
  if (lead !== undefined) {
    const cells = rows.map(({ record }) => record[keyOf(lead)] ?? '');
    find(isLeadId(cells.find((cell) => cell !== '') ?? '') ? 'id' : 'reference', lead);
  }
  for (const field of guessed) find(field, often(field));
  return found;
}

const plain = (head: string): string => keyOf(head).replaceAll(/[^a-z0-9]/g, '');

const isLeadId = (text: string): boolean => isUuid(text) || parseReservationId(text.toLowerCase()) !== null;
