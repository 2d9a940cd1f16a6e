import type { Evidence, Violation } from './evidence.js';

/** After settling time: final, or visibly undecided. `pending` asks its buyer for as long as that one says "later". */
const AT_REST = new Set(['accepted', 'rejected', 'invalid', 'held', 'failed', 'unknown', 'pending']);

/** Nothing is forgotten halfway, and nothing is owed. */
export function checkSettled({ leads }: Evidence): Violation[] {
  const violations: Violation[] = [];
  for (const { _id, state, debts, due_at } of leads.values()) {
    if (!AT_REST.has(state)) violations.push({ rule: 'not settled', what: `lead ${_id} is ${state}` });
    if (state === 'pending' && !due_at)
      violations.push({ rule: 'not settled', what: `lead ${_id} is pending and never due` });
    if (debts.length > 0) violations.push({ rule: 'debt unpaid', what: `lead ${_id} (${state})` });
  }
  return violations;
}
