import type { Offer } from '../catalogue/types.js';
import type { LeadCore } from '../lead/lead-record.js';
import { windowEnd } from './delivery-window.js';

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
    case 'pending':
      return offer ? waitsUntil(lead, offer) : {};
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

/**
 * Until when a lead waits for its buyer's decision. What is due then, a last question or an operator, may come after the
 * time for questions: a lead that was unknown may be pending again (`lead.due_at`), and a question may wait for its turn.
 */
function waitsUntil({ due_at, pending_since }: Undecided, { delivery }: Offer): Expected {
  const { follow_up } = delivery;
  if (!follow_up) return due_at ? { decide_by: due_at } : {};
  if (!pending_since) return {};
  const end = new Date(pending_since.getTime() + follow_up.for_ms);
  return { decide_by: due_at && due_at > end ? due_at : end };
}
