import { acceptedBy, isSettled, salesOf, takenOf, type Evidence, type Violation } from './evidence.js';

/** States in which the buyer may have the lead, visible to the operator. */
const MAY_BE_SOLD = new Set(['accepted', 'pending', 'unknown']);

/**
 * Compares our records with the buyers'. An attempt's answer decides while the lead is undecided at that attempt, and
 * `unknown` ends only with an answer or an operator, who is truthful here. So a lead that a buyer keeps may only be
 * `accepted` or undecided.
 */
export function checkAgreement({ leads, received }: Evidence): Violation[] {
  const violations: Violation[] = [];
  const add = (rule: string, what: string): void => void violations.push({ rule, what });
  const said = acceptedBy(received);
  const sales = salesOf(received);
  for (const lead of leads.values()) {
    const isAccepted = said.has(lead._id) || (isSettled(lead) && sales.has(lead._id));
    if (lead.state === 'accepted' && !isAccepted) add('accepted, and the buyer did not', `lead ${lead._id}`);
  }
  for (const { lead_id, buyer, times } of takenOf(received).values()) {
    const lead = leads.get(lead_id);
    if (!lead) add('sold without a record', `lead ${lead_id} at ${buyer}`);
    else if (sales.has(lead_id) && !MAY_BE_SOLD.has(lead.state))
      add('the buyer has it, and we say no', `lead ${lead_id} at ${buyer}: ${lead.state}`);
    else if (!sales.has(lead_id) && lead.state === 'accepted')
      add('accepted, and the buyer did not', `lead ${lead_id}: ${buyer} refused it in the end`);
    if (times > 1) add('sold twice', `lead ${lead_id} was taken ${times} times by ${buyer}`);
  }
  return violations;
}
