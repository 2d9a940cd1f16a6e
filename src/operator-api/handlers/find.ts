import { findFor } from '../../app/find/find-for.js';
import { readFindText } from '../../core/find/find-text.js';
import { leadSummary } from '../../core/operators/lead-summary.js';
import { entriesNamed, namesIn } from '../../core/operators/names.js';
import { searchSummary } from '../../core/operators/search-view.js';
import { invalidField } from '../../http/faults.js';
import { FIND_TEXT, type FindBody } from '../bodies/find.js';
import type { OperatorCall, OperatorPorts } from '../route.js';
import { refusedCallView } from './refused-calls.js';

/** Each kind of record is shown to those who may read it. */
export async function find(
  { finding, catalogue }: OperatorPorts,
  { body, viewer, audit }: OperatorCall<object, FindBody>,
) {
  const text = readFindText(body.q);
  if (!text) throw invalidField('q', FIND_TEXT);
  const found = await findFor(finding, audit, text);
  const name = namesIn(catalogue.current());
  const may = viewer.permissions;
  return {
    entries: may.includes('traffic:read') ? entriesNamed(catalogue.current(), text.text) : [],
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
