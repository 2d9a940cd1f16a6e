import type { LeadChange, LeadCondition } from '../lead/lead-change.js';
import type { OwedNews } from '../lead/lead-record.js';

/** The news of a transition. Undefined: the affiliate sees no difference. */
export function newsIn({ round, returned }: LeadCondition, change: LeadChange): OwedNews | undefined {
  const { state, decision, new_return, undone, pending_since, entries } = change;
  if (decision) return { kind: 'decided', at: decision.at, round, state, decision };
  if (new_return && returned) return { kind: 'returned', at: new_return.at, round, state, n: returned.n };
  if (undone) return { kind: 'return_reversed', at: undone.undone.at, round, state, n: undone.n };
  // A follow-up that finds nothing new is no news.
  const waits = state === 'saved' || state === 'unknown' || (state === 'pending' && pending_since);
  const at = entries.at(-1)?.at;
  return waits && at ? { kind: 'changed', at, round, state } : undefined;
}

/** The news of a lead that is submitted again: its decision does not hold any more. */
export const newsOfAgain = (round: number, at: Date): OwedNews => ({
  ...{ kind: 'changed', at, round: round + 1, state: 'queued' },
});
