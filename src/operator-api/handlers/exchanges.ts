import { revealExchanges, showExchanges } from '../../app/exchanges/show-exchanges.js';
import type { WhyBody } from '../bodies/lead-acts.js';
import { noSuch } from '../faults.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

interface ById {
  readonly id: string;
}

/** What was said about a lead, without personal data. */
export async function readExchanges(ports: OperatorPorts, { values }: OperatorCall<ById>) {
  const said = await showExchanges(ports, values.id);
  if (said === null) throw noSuch('lead with this id', 'id');
  return said;
}

/** The same as it was said, for the reason given. */
export async function revealLeadExchanges(
  ports: OperatorPorts,
  { values, body: { why }, viewer, log, audit }: OperatorCall<ById, WhyBody>,
) {
  const said = await revealExchanges(ports, values.id, { viewer, why, log, audit });
  if (said === null) throw noSuch('lead with this id', 'id');
  return said;
}
