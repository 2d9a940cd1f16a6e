import { reservationIdOf } from '../../core/caps/cap-buckets.js';
import { reachedAttempt } from '../../core/delivery/attempt.js';
import { leftToOperator } from '../../core/delivery/endings.js';
import { answeredLater, followUpOf, waitsToAsk } from '../../core/delivery/follow-up.js';
import { resultWithoutPerson } from '../../core/delivery/without-person.js';
import { callResultOf } from '../../core/destination-gate/call-result.js';
import { followUpDestination } from '../../core/destination-gate/destination.js';
import { aboutLead } from '../../core/exchanges/about.js';
import type { LeadChange } from '../../core/lead/lead-change.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { enter, release } from '../destination-gate/ask-gate.js';
import type { WorkPorts } from '../ports/work-ports.js';
import { moment } from './transition-lead.js';

/**
 * Asks a buyer that answered "later" what became of the lead, if the buyer's destination admits a request now, and for
 * the last time when the time for this is over. Then the lead becomes unknown, and an operator settles it. The same happens if the offer now
 * belongs to another buyer: that buyer never got the lead, so its answer would mean nothing.
 */
export async function askBuyer(ports: WorkPorts, lead: LeadRecord): Promise<LeadChange> {
  const asked_at = ports.clock();
  const follow = followUpOf(lead, ports.catalogue.current().offers.get(lead.offer_id), asked_at);
  if (typeof follow === 'string') return leftToOperator(lead, follow, asked_at);
  const { offer, reference } = follow;
  const destination = followUpDestination(offer);
  const permit = reservationIdOf(lead.id, lead.submission);
  const admission = await enter(ports, destination, permit);
  if (admission.outcome === 'wait') return waitsToAsk(lead, follow, admission, ports.clock());
  const about = aboutLead('follow_up', lead, reachedAttempt(lead)?.number ?? 0);
  const answered = await ports.destinations.followUp(offer, reference, about);
  const delivered = resultWithoutPerson(answered, lead);
  const at = moment(ports);
  const duration_ms = at.now.getTime() - asked_at.getTime();
  await release(ports, destination, permit, callResultOf(delivered, duration_ms));
  return answeredLater(lead, follow, delivered, { ...at, duration_ms });
}
