import { soldIntent } from '../caps/reservation-points.js';
import type { LeadChange } from '../lead/lead-change.js';
import type { LeadCore } from '../lead/lead-record.js';
import type { Sale } from '../money/entry.js';
import { saleEntry } from '../money/sale-entry.js';
import { confirmEffect } from './pending-effects.js';

/** What an acceptance stores beside its decision. `by`: who caused it. */
export const saleChange = (
  lead: LeadCore,
  sale: Sale,
  now: Date,
  by: string,
): Required<Pick<LeadChange, 'effect' | 'unbooked_entry'>> & Pick<LeadChange, 'intent'> => ({
  effect: confirmEffect(lead, now),
  ...soldIntent(lead),
  unbooked_entry: saleEntry(sale, now, by),
});
