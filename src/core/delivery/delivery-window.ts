import type { Offer } from '../catalogue/types.js';
import type { LeadChange } from '../lead/lead-change.js';
import type { LeadCore } from '../lead/lead-record.js';
import { lastAttempt } from './attempt.js';

/** The end of the delivery window. No attempt is scheduled for a later time. */
export const windowEnd = ({ first_due_at }: Pick<LeadCore, 'first_due_at'>, { delivery }: Offer): Date =>
  new Date(first_due_at.getTime() + delivery.window_ms);

/** When a lead was first due, so that the time between two moments does not count toward its delivery window. */
export const firstDueWithout = (
  { first_due_at }: Pick<LeadCore, 'first_due_at'>,
  from: Date,
  until: Date,
): Date => new Date(first_due_at.getTime() + until.getTime() - from.getTime());

/**
 * The window of a lead that leaves when its buyer opens. The time in which the buyer is closed does not count: only what was
 * used `until` then does. If it is not known when the buyer closed, that is the last attempt. A lead that was held before
 * and not tried since has used what it had used then.
 */
export function windowFrom(
  lead: Pick<LeadCore, 'attempts' | 'submission' | 'first_due_at' | 'window_used_ms'>,
  opens: Date,
  until = lastAttempt(lead)?.at ?? lead.first_due_at,
): Required<Pick<LeadChange, 'first_due_at'>> & Pick<LeadChange, 'window_used_ms'> {
  const { window_used_ms: held = 0 } = lead;
  const used = Math.max(held, until.getTime() - lead.first_due_at.getTime());
  return {
    first_due_at: new Date(opens.getTime() - used),
    ...(used > 0 && { window_used_ms: used }),
  };
}
