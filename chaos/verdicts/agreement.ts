import { acceptedBy, salesOf, type Evidence, type Violation } from './evidence.js';

/** The buyer may have it, and nobody knows: the operator sees it. */
const MAY_BE_SOLD = new Set(['accepted', 'pending', 'unknown']);

/**
 * Our word against the buyers'. An answer of an attempt decides while the lead stands undecided at that attempt, and
 * `unknown` ends only by an answer or by an operator, of whom there is none here. So there is no state but `accepted`
 * and the undecided ones that a lead which a buyer took may end in.
 */
export function checkAgreement({ leads, received }: Evidence): Violation[] {
  const violations: Violation[] = [];
  const add = (rule: string, what: string): void => void violations.push({ rule, what });
  const accepted = acceptedBy(received);
  const sales = salesOf(received);
  for (const { _id, state } of leads.values())
    if (state === 'accepted' && !accepted.has(_id)) add('accepted, and the buyer did not', `lead ${_id}`);
  for (const { lead_id, buyer, times } of sales.values()) {
    const lead = leads.get(lead_id);
    if (!lead) add('sold without a record', `lead ${lead_id} at ${buyer}`);
    else if (!MAY_BE_SOLD.has(lead.state))
      add('the buyer has it, and we say no', `lead ${lead_id} at ${buyer}: ${lead.state}`);
    if (times > 1) add('sold twice', `lead ${lead_id} was taken ${times} times by ${buyer}`);
  }
  return violations;
}
