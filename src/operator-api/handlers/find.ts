import joi from 'joi';
import { findFor } from '../../app/find/find-for.js';
import { MAX_FIND_LENGTH, readFindText } from '../../core/find/find-text.js';
import { leadSummary } from '../../core/operators/lead-summary.js';
import { namesIn } from '../../core/operators/names.js';
import { searchSummary } from '../../core/operators/search-view.js';
import { expecting } from '../../http/described-schema.js';
import { invalidField } from '../../http/faults.js';
import type { OperatorCall, OperatorPorts } from '../route.js';
import { refusedCallView } from './refused-calls.js';

interface FindBody {
  readonly q: string;
}
const Q = `a text of 1 to ${MAX_FIND_LENGTH} characters without control characters`;

export const FIND_BODY = joi.object<FindBody>({
  q: expecting(joi.string().max(MAX_FIND_LENGTH).required(), Q),
});

/** Each kind of record is shown to those who may read it. */
export async function find(
  { screens, catalogue }: OperatorPorts,
  { body, viewer, audit }: OperatorCall<object, FindBody>,
): Promise<object> {
  const text = readFindText(body.q);
  if (!text) throw invalidField('q', Q);
  const found = await findFor(screens.find, audit, text);
  const name = namesIn(catalogue.current());
  const may = viewer.permissions;
  return {
    leads: found.leads.map((lead) => leadSummary(lead, name)),
    searches: may.includes('searches:read') ? found.searches.map((one) => searchSummary(one, name)) : [],
    refused_calls: may.includes('traffic:read')
      ? found.refused_calls.map((call) => refusedCallView(call, name))
      : [],
    found_by: found.by,
    has_more: found.has_more,
    person: found.person,
  };
}
