import type { CallbackAnswer } from '../../core/delivery/delivery-result.js';
import { saidBeside } from '../../core/delivery/late-reference.js';
import type { LeadEntry } from '../../core/lead/lead-entry.js';
import type { LeadState } from '../../core/lead/lead-states.js';
import type { LeadStore } from '../ports/lead-store.js';

interface Noted {
  readonly at: Date;
  readonly offer_id: string;
  readonly dedupe_key: string;
  readonly answer?: Pick<CallbackAnswer, 'outcome' | 'reference' | 'price_cents'>;
  readonly detail: string;
  readonly why: string;
  readonly was: LeadState;
}

/**
 * Notes a callback that changes nothing in the timeline of the lead. Each callback is noted once, up to a maximum
 * number.
 */
export async function noteCallback(
  leads: Pick<LeadStore, 'note'>,
  id: string,
  { at, offer_id, dedupe_key: mark, answer, detail, why, was }: Noted,
): Promise<void> {
  const entry: LeadEntry = {
    at,
    what: 'callback',
    offer_id,
    outcome: answer?.outcome ?? 'not read',
    reason: { detail, why, was, mark, ...(answer && saidBeside(answer)) },
  };
  await leads.note(id, mark, entry);
}
