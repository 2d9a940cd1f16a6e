import type { Evidence, StoredLead, Violation } from './evidence.js';

/** After the settling time, a lead is final or visibly undecided. `pending` lasts as long as the buyer answers "later". */
const AT_REST = new Set(['accepted', 'rejected', 'invalid', 'held', 'failed', 'unknown', 'pending']);

/** Does not wait for a buyer that opens later than this. */
const WAITED_FOR_MS = 3_600_000;

/** Saved for a buyer that is closed for longer than a rehearsal lasts. */
const isHeld = ({ state, due_at, received_at }: StoredLead): boolean =>
  state === 'saved' && due_at !== undefined && due_at.getTime() - received_at.getTime() > WAITED_FOR_MS;

/** No lead is left halfway, and no effect is pending. */
export function checkSettled({ leads }: Evidence): Violation[] {
  const violations: Violation[] = [];
  for (const lead of leads.values()) {
    const { _id, state, pending_effects, due_at } = lead;
    if (!AT_REST.has(state) && !isHeld(lead))
      violations.push({ rule: 'not settled', what: `lead ${_id} is ${state}` });
    if (state === 'pending' && !due_at)
      violations.push({ rule: 'not settled', what: `lead ${_id} is pending and never due` });
    if (pending_effects.length > 0)
      violations.push({ rule: 'effect not applied', what: `lead ${_id} (${state})` });
  }
  return violations;
}
