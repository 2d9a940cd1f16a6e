import type { Offer } from '../catalogue/types.js';
import type { LeadCore } from '../lead/lead-record.js';
import { PENDING_WITHOUT_ASKING_MS, windowEnd } from './apply-delivery-result.js';

/** What is known of the future of an undecided lead. */
export interface Expected {
  /** When the buyer opens, and the lead leaves. */
  readonly opens_at?: Date;
  /** When Leadkeep stops waiting for the buyer. A lead that is undecided then is left to an operator, or has failed. */
  readonly decide_by?: Date;
}

/** Without the times, nothing is known. */
export type Undecided = Pick<LeadCore, 'state'> &
  Partial<Pick<LeadCore, 'due_at' | 'first_due_at' | 'pending_since'>>;

/** By the offer as it is now. Nothing is known of a lead whose offer left the catalogue, or that an operator settles. */
export function expectedOf(lead: Undecided, offer: Offer | undefined): Expected {
  switch (lead.state) {
    case 'saved':
      return lead.due_at ? { opens_at: lead.due_at } : {};
    case 'pending': {
      if (!lead.pending_since || !offer) return {};
      const wait = offer.delivery.follow_up?.for_ms ?? PENDING_WITHOUT_ASKING_MS;
      return { decide_by: new Date(lead.pending_since.getTime() + wait) };
    }
    case 'queued':
    case 'working':
    case 'sending':
    case 'waiting':
      return offer && lead.first_due_at
        ? { decide_by: windowEnd({ first_due_at: lead.first_due_at }, offer) }
        : {};
    default:
      return {};
  }
}
