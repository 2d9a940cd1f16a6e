import { exportLeads } from '../../app/operators/export-leads.js';
import { listLeads } from '../../app/operators/list-leads.js';
import type { LeadFilter } from '../../app/ports/lead-overview.js';
import { compact } from '../../core/catalogue/compact.js';
import { MAX_REFERENCE } from '../../core/delivery/delivery-result.js';
import { FINAL_STATES, UNDECIDED_STATES } from '../../core/lead/lead-states.js';
import { decodeCursor, encodeCursor, filterMark } from '../../core/operators/list-cursor.js';
import { DECISION_CODES } from '../../core/refusal.js';
import { invalidField } from '../../http/faults.js';
import { CsvText } from '../../http/send.js';
import { entryId } from '../parameters/entry-id.js';
import { moment, oneOf, optional, someOf, text, whole } from '../parameters/kinds.js';
import type { ValuesOf } from '../parameters/parameter.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

const DEFAULT_LIMIT = 50;

const FILTERS = {
  from: optional(moment, 'Received at or after this moment'),
  to: optional(moment, 'Received before this moment; by default now'),
  state: optional(someOf([...UNDECIDED_STATES, ...FINAL_STATES] as const), 'In one of these states'),
  code: optional(
    oneOf([...DECISION_CODES, 'UNKNOWN', 'RETURNED'] as const),
    'With this decision. `PENDING` leads are undecided, without the unknown ones. `RETURNED` leads were accepted, and the buyer returned them',
  ),
  affiliate: optional(text('northwind'), 'Handle or id'),
  campaign: optional(text('northwind-edu'), 'Handle or id'),
  offer: optional(text('lakeshore-nursing'), 'Handle or id'),
  buyer: optional(
    text('lakeshore'),
    'Handle or id of a buyer that the lead was sent to, or is meant for if it was never sent',
  ),
  program: optional(text('bsn'), 'The value of a program'),
  subid: optional(text('spring-24'), 'The exact value of subid, subid2, … or subid5'),
  reference: optional(text('B-4711', MAX_REFERENCE), "The buyer's reference"),
  request_id: optional(text('order-4711.try-1'), 'The id of the call that submitted the lead'),
};

/** A CSV has all leads that match. */
export const CSV_PARAMETERS = FILTERS;

export const LIST_PARAMETERS = {
  ...FILTERS,
  order: optional(
    oneOf(['newest', 'oldest'] as const),
    'By the time of receipt; by default the newest first',
  ),
  limit: optional(whole(1, 200), `How many leads one answer has; by default ${DEFAULT_LIMIT}`),
  cursor: optional(
    { ...text('next_cursor of the answer before'), expected: 'the next_cursor of an answer' },
    'Continues a list. Send the other parameters as before; only limit may differ',
  ),
};

type Values = ValuesOf<typeof LIST_PARAMETERS>;
type CsvCall<Body> = OperatorCall<ValuesOf<typeof CSV_PARAMETERS>, Body>;

export async function list(ports: OperatorPorts, { values, now }: OperatorCall<Values>) {
  const { limit = DEFAULT_LIMIT, cursor, order = 'newest', ...filters } = values;
  const of = filterMark({ ...filters, ...(order === 'oldest' && { order }) });
  const continued = cursor === undefined ? undefined : readCursor(cursor, of);
  const to = continued?.to ?? filters.to ?? now;
  if (filters.from && filters.from >= to) throw invalidField('from', 'before to');
  const place = { after: continued?.after, order };
  const { leads, next } = await listLeads(ports, filterOf(ports, filters, to), limit, place);
  const { currency } = ports.catalogue.current().books;
  return { leads, currency, next_cursor: next ? encodeCursor({ after: next, to, of }) : null };
}

const FILE = 'leads.csv';

/** Masked. */
export function leadsCsv(ports: OperatorPorts, { values, now }: CsvCall<undefined>): Promise<CsvText> {
  return Promise.resolve(new CsvText(exportLeads(ports, csvFilter(ports, values, now)), FILE));
}

/** Unmasked. */
export function revealedCsv(
  ports: OperatorPorts,
  { values, body, now, audit }: CsvCall<{ readonly why: string }>,
): Promise<CsvText> {
  const unmasking = { audit, why: body.why };
  return Promise.resolve(new CsvText(exportLeads(ports, csvFilter(ports, values, now), unmasking), FILE));
}

function csvFilter(ports: OperatorPorts, values: CsvCall<undefined>['values'], now: Date): LeadFilter {
  const { to = now, from } = values;
  if (from && from >= to) throw invalidField('from', 'before to');
  return filterOf(ports, values, to);
}

function readCursor(text: string, of: string) {
  const cursor = decodeCursor(text);
  if (!cursor) throw invalidField('cursor', 'the next_cursor of an answer');
  if (cursor.of !== of)
    throw invalidField('cursor', 'sent with the other parameters of the call that gave it');
  return cursor;
}

function filterOf(
  { catalogue }: Pick<OperatorPorts, 'catalogue'>,
  { from, state, code, affiliate, campaign, offer, buyer, program, subid, reference, request_id }: Values,
  to: Date,
): LeadFilter {
  const current = catalogue.current();
  const offerId = entryId(current, 'offer', offer);
  return compact({
    from,
    to,
    states: state,
    ...(code === 'RETURNED' ? { returned: true as const } : { code }),
    affiliate_id: entryId(current, 'affiliate', affiliate),
    campaign_id: entryId(current, 'campaign', campaign),
    offer_ids: offerId === undefined ? undefined : [offerId],
    buyer_id: entryId(current, 'buyer', buyer),
    program_id: program,
    subid,
    reference,
    request_id,
  });
}
