import type { Cell } from '../../app/csv/write-csv.js';
import { SUBID_FIELDS, subidsOf } from '../../core/money/entry.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { Names } from '../names.js';

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
  ['attempts', ({ attempts }) => attempts.length],
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

/** A line of the list of leads as CSV. It has no personal data. */
export const leadCsvRow = (lead: LeadRecord, names: Names): Cell[] =>
  COLUMNS.map(([, cell]) => cell(lead, names));
