import type { LeadChange, LeadCondition } from '../lead/lead-change.js';
import { compact } from '../catalogue/compact.js';
import type { EarlierSubmission, LeadRecord, PendingEffect, PendingNews } from '../lead/lead-record.js';
import { effectsOf, type EffectKind, type EffectOf } from '../lead/pending-effect.js';
import { trackingIdsOf } from './lead-news.js';

/** All that a transition owes elsewhere, with its news. */
export function effectsIn(when: LeadCondition, change: LeadChange): PendingEffect[] {
  const { effect, unbooked_entry, return_effect, next_fallback } = change;
  const owed: { readonly [Kind in EffectKind]: EffectOf<Kind> | undefined } = {
    reservations: effect,
    news: newsIn(when, change),
    entry: unbooked_entry,
    return: return_effect,
    fallback: next_fallback && { kind: 'fallback', since: next_fallback.at },
  };
  return Object.values(owed).filter((one) => one !== undefined);
}

/** The news of a transition. Undefined: the affiliate sees no difference. */
function newsIn({ submission, returned }: LeadCondition, change: LeadChange): PendingNews | undefined {
  const { state, decision, new_return, undone, pending_since, entries } = change;
  const news = (what: PendingNews['what'], since: Date) =>
    ({ kind: 'news', what, since, submission, state }) as const;
  if (decision) return { ...news('decided', decision.at), decision };
  if (new_return && returned) return { ...news('returned', new_return.at), number: returned.number };
  if (undone) return { ...news('return_reversed', undone.undone.at), number: undone.number };
  // A follow-up that finds nothing new is no news.
  const waits = state === 'saved' || state === 'unknown' || (state === 'pending' && pending_since);
  const at = entries.at(-1)?.at;
  return waits && at ? news('changed', at) : undefined;
}

/** The news of a lead that is submitted again: its decision does not hold any more. */
export const newsOfAgain = (submission: number, at: Date, earlier?: EarlierSubmission): PendingNews => ({
  ...{ kind: 'news', what: 'changed', since: at, submission: submission + 1, state: 'queued' },
  ...(earlier && { earlier }),
});

/** What news that this lead still owes will say of its submission. Undefined: it owes none. */
export function submissionOf(lead: LeadRecord): EarlierSubmission | undefined {
  if (effectsOf(lead, 'news').length === 0) return undefined;
  const { campaign_id, offer_id, external_id, fallbacks } = lead;
  const refs = fallbacks?.map(({ lead_id, offer_id: of }) => ({ lead_id, offer_id: of }));
  return {
    ...{ campaign_id, offer_id, tracking: trackingIdsOf(lead.tracking) },
    ...compact({ external_id, fallbacks: refs }),
  };
}
