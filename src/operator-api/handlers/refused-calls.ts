import type { RefusedCall } from '../../app/ports/refused-calls.js';
import { compact } from '../../core/catalogue/compact.js';
import { namesIn, type NameEntry } from '../../core/operators/names.js';
import { invalidField } from '../../http/faults.js';
import { entryId } from '../parameters/entry-id.js';
import { moment, optional, text, whole } from '../parameters/kinds.js';
import type { ValuesOf } from '../parameters/parameter.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

const DEFAULT_LIMIT = 100;
const DAY_MS = 86_400_000;

export const REFUSED_PARAMETERS = {
  from: optional(moment, 'At or after this moment; by default a day before `to`'),
  to: optional(moment, 'Before this moment; by default now'),
  affiliate: optional(text('northwind'), 'Handle or id'),
  campaign: optional(text('northwind-edu'), 'Handle or id'),
  code: optional(text('INVALID_FIELD'), 'The code of the answer'),
  field: optional(text('lead.personal.email'), 'The field at fault'),
  key: optional(text('lk_live_4f9a2b'), 'The first characters of the key, as `leadkeep key list` has them'),
  request_id: optional(text('order-4711.try-1'), 'The id of the request'),
  limit: optional(whole(1, 500), `How many calls one answer has; by default ${DEFAULT_LIMIT}`),
};

export async function listRefusedCalls(
  { refusedCalls, catalogue }: OperatorPorts,
  { values, now }: OperatorCall<ValuesOf<typeof REFUSED_PARAMETERS>>,
) {
  const { to = now, affiliate, campaign, code, field, key, request_id, limit = DEFAULT_LIMIT } = values;
  const from = values.from ?? new Date(to.getTime() - DAY_MS);
  if (from >= to) throw invalidField('from', 'before to');
  const current = catalogue.current();
  const query = compact({
    ...{ from, to, code, field, key_prefix: key, request_id },
    affiliate_id: entryId(current, 'affiliate', affiliate),
    campaign_id: entryId(current, 'campaign', campaign),
  });
  const calls = await refusedCalls.list(query, limit + 1);
  const name = namesIn(current);
  return {
    ...{ from, to },
    refused_calls: calls.slice(0, limit).map((call) => refusedCallView(call, name)),
    has_more: calls.length > limit,
  };
}

export const refusedCallView = (call: RefusedCall, name: NameEntry) => ({
  at: call.at,
  request_id: call.request_id,
  route: call.route,
  http: call.http,
  code: call.code,
  field: call.field ?? null,
  key: call.key_prefix ?? null,
  affiliate: call.affiliate_id === undefined ? null : name('affiliates', call.affiliate_id),
  campaign: call.campaign_id === undefined ? null : name('campaigns', call.campaign_id),
});
