import type { Cell } from '../csv/write-csv.js';
import { attemptsNow } from '../../core/delivery/attempt.js';
import { leafOf } from '../../core/lead/fields.js';
import { fieldOf } from '../../core/lead/lead-data.js';
import { SUBID_FIELDS, subidsOf } from '../../core/money/entry.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';

/** The handle for an id of the catalogue; the id itself if the catalogue does not know it. */
type Names = (id: string) => string;

type Column = readonly [string, (lead: LeadRecord, names: Names) => Cell];

/** None of these names a person. Times are UTC. */
const COLUMNS: readonly Column[] = [
  ['lead', ({ id }) => id],
  ['received_at', ({ received_at }) => received_at.toISOString()],
  ['state', ({ state }) => state],
  ['code', ({ decision }) => decision?.code],
  ['decided_at', ({ decision }) => decision?.at.toISOString()],
  ['reason', ({ decision }) => decision?.refusal?.why],
  ['affiliate', ({ affiliate_id }, names) => names(affiliate_id)],
  ['campaign', ({ campaign_id }, names) => names(campaign_id)],
  ['offer', ({ offer_id }, names) => names(offer_id)],
  ['program', ({ program_id }) => program_id],
  ['buyer', ({ intent, buyer_id }, names) => nameOf(intent?.buyer_id ?? buyer_id, names)],
  ['attempts', (lead) => attemptsNow(lead).length],
  ['reference', ({ reference }) => reference],
  ['price', ({ decision }) => amount(decision?.sale?.buyer_cents)],
  ['payout', ({ decision }) => amount(decision?.payout_cents)],
  ['returned_at', (lead) => returnOf(lead)?.at.toISOString()],
  ['return_reason', (lead) => returnOf(lead)?.code],
  ['test', ({ is_test }) => (is_test ? 'yes' : 'no')],
  ['search', ({ search_id }) => search_id],
  ['request_id', ({ request_id }) => request_id],
  ...SUBID_FIELDS.map((name): Column => [name, ({ tracking }) => subidsOf(tracking)?.[name]]),
];

const nameOf = (id: string | undefined, names: Names): Cell => (id === undefined ? undefined : names(id));
const amount = (cents: number | null | undefined): Cell =>
  cents === undefined || cents === null ? undefined : { cents };

/** The return that is in force. */
const returnOf = ({ returns }: LeadRecord) => returns?.find(({ undone }) => undone === undefined);

export const LEAD_CSV_HEAD: readonly string[] = COLUMNS.map(([name]) => name);

/** Columns about the person. Mask the record first, or write down who reads it. */
const PERSON: readonly Column[] = (
  [
    'personal.first_name',
    'personal.last_name',
    'personal.email',
    'personal.phone',
    'address.state',
    'address.zip_code',
  ] as const
).map((path): Column => [leafOf(path), ({ lead }) => fieldOf(lead, path)]);

export const PERSON_CSV_HEAD: readonly string[] = [...COLUMNS, ...PERSON].map(([name]) => name);

export const personCsvRow = (lead: LeadRecord, names: Names): Cell[] =>
  [...COLUMNS, ...PERSON].map(([, cell]) => cell(lead, names));

/** A line of the list of leads as CSV. It has no personal data. */
export const leadCsvRow = (lead: LeadRecord, names: Names): Cell[] =>
  COLUMNS.map(([, cell]) => cell(lead, names));
