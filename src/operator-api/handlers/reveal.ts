import { readLeadAs, readSearchAs } from '../../app/operators/read-records.js';
import type { WhyBody } from '../bodies/lead-acts.js';
import { noSuch } from '../faults.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

type Revealed = OperatorCall<{ readonly id: string }, WhyBody>;

/** A lead with its personal data, for the reason given. */
export async function revealLead(ports: OperatorPorts, { values, body, viewer, log, audit }: Revealed) {
  const lead = await readLeadAs(viewer, ports, values.id, { log, audit, why: body.why });
  if (lead === null) throw noSuch('lead with this id', 'id');
  return lead;
}

/** The same for a search. */
export async function revealSearch(ports: OperatorPorts, { values, body, viewer, log, audit }: Revealed) {
  const search = await readSearchAs(viewer, ports, values.id, { log, audit, why: body.why });
  if (search === null) throw noSuch('search with this id', 'id');
  return search;
}
