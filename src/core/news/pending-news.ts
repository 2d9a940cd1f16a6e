import type { LeadChange, LeadCondition } from '../lead/lead-change.js';
import { compact } from '../catalogue/compact.js';
import type { EarlierSubmission, LeadRecord, PendingNews } from '../lead/lead-record.js';
import { trackingIdsOf } from './lead-news.js';

/** The news of a transition. Undefined: the affiliate sees no difference. */
export function newsIn({ submission, returned }: LeadCondition, change: LeadChange): PendingNews | undefined {
  const { state, decision, new_return, undone, pending_since, entries } = change;
  if (decision) return { kind: 'decided', at: decision.at, submission, state, decision };
  if (new_return && returned)
    return { kind: 'returned', at: new_return.at, submission, state, number: returned.number };
  if (undone)
    return { kind: 'return_reversed', at: undone.undone.at, submission, state, number: undone.number };
  // A follow-up that finds nothing new is no news.
  const waits = state === 'saved' || state === 'unknown' || (state === 'pending' && pending_since);
  const at = entries.at(-1)?.at;
  return waits && at ? { kind: 'changed', at, submission, state } : undefined;
}

/** The news of a lead that is submitted again: its decision does not hold any more. */
export const newsOfAgain = (submission: number, at: Date, earlier?: EarlierSubmission): PendingNews => ({
  ...{ kind: 'changed', at, submission: submission + 1, state: 'queued' },
  ...(earlier && { earlier }),
});

/** What news that this lead still owes will say of its submission. Undefined: it owes none. */
export function submissionOf(lead: LeadRecord): EarlierSubmission | undefined {
  if (!lead.news?.length) return undefined;
  const { campaign_id, offer_id, external_id, fallbacks } = lead;
  const refs = fallbacks?.map(({ lead_id, offer_id: of }) => ({ lead_id, offer_id: of }));
  return {
    ...{ campaign_id, offer_id, tracking: trackingIdsOf(lead.tracking) },
    ...compact({ external_id, fallbacks: refs }),
  };
}
