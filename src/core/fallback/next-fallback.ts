import type { LeadChange } from '../lead/lead-change.js';
import type { AttemptOutcome, LeadCore } from '../lead/lead-record.js';
import type { DecisionCode } from '../refusal.js';
import type { NextFallback } from './fallback.js';

/**
 * Decisions that say "this offer can't take the lead now". A duplicate is not among them: it may be our own sale, of
 * which the client never got the answer, and a fallback would sell the person again. Fields at fault are not either,
 * because the client can correct them.
 */
const CANNOT_TAKE: readonly DecisionCode[] = [
  'OFFER_UNAVAILABLE',
  'NOT_ELIGIBLE',
  'CAP_REACHED',
  'DELIVERY_FAILED',
];

/** Refusals that every offer of the campaign would get. */
const CAMPAIGN_LEVEL_REFUSALS: readonly string[] = [
  'campaign_inactive',
  'campaign_retired',
  'campaign_reassigned',
];

type LeadWithFallbacks = Pick<LeadCore, 'fallbacks' | 'attempts'>;

/**
 * Whether the lead may fall back to another offer: its call named another offer, its campaign allows that now, and no byte of
 * it can have left for a buyer, in any submission.
 */
export const mayFallBack = (lead: LeadWithFallbacks, isAllowed: boolean): boolean =>
  mayFallBackAfter(lead, isAllowed, undefined);

function mayFallBackAfter(
  { fallbacks = [], attempts }: LeadWithFallbacks,
  isAllowed: boolean,
  end: LeadChange['attempt_end'],
): boolean {
  const outcomeOf = ({ number, outcome }: LeadCore['attempts'][number]): AttemptOutcome =>
    end?.number === number ? end.outcome : outcome;
  return isAllowed && fallbacks.length > 0 && attempts.every((one) => outcomeOf(one) === 'never_sent');
}

/** The fallback that follows a change of the lead. Undefined: none does. */
export function nextFallbackAfter(
  lead: LeadWithFallbacks & Pick<LeadCore, 'submission'>,
  change: Pick<LeadChange, 'decision' | 'attempt_end'>,
  isAllowed: boolean,
): NextFallback | undefined {
  const { decision, attempt_end } = change;
  const [next] = lead.fallbacks ?? [];
  if (!next || decision?.source !== 'service' || !mayFallBackAfter(lead, isAllowed, attempt_end))
    return undefined;
  if (!CANNOT_TAKE.includes(decision.code) || CAMPAIGN_LEVEL_REFUSALS.includes(decision.refusal?.why ?? ''))
    return undefined;
  const { lead_id, offer_id } = next;
  return { lead_id, offer_id, submission: lead.submission, at: decision.at };
}
