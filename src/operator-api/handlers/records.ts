import { readLeadAs, readSearchAs } from '../../app/operators/read-records.js';
import { noSuch } from '../faults.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

type ById = OperatorCall<{ readonly id: string }>;

export async function readLead(ports: OperatorPorts, { values, viewer, log, audit }: ById) {
  const lead = await readLeadAs(viewer, ports, values.id, { log, audit });
  if (lead === null) throw noSuch('lead with this id', 'id');
  return lead;
}

export async function readSearch(ports: OperatorPorts, { values, viewer, log, audit }: ById) {
  const search = await readSearchAs(viewer, ports, values.id, { log, audit });
  if (search === null) throw noSuch('search with this id', 'id');
  return search;
}
