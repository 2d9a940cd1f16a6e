import { slotRefusal } from '../../core/checks/exclusivity.js';
import type { ClaimOwner } from '../../core/duplicates/claim-owner.js';
import type { Slot } from '../../core/search/search-record.js';
import type { WorkPorts } from '../ports/work-ports.js';
import { MAX_TRIES, type Candidate } from './candidate.js';
import { isLapsed } from './lease-conditions.js';
import { releaseOfSlots } from './release-pending.js';
import { reserveCaps, type CapsStep } from './reserve-caps.js';
import { reserveClaims } from './reserve-claims.js';

/**
 * The steps of a decision that use shared records. Each step returns what is in the way. `wait` means that the step
 * can't decide yet, so the lead must be evaluated again later.
 */
export interface SharedSteps {
  slot(ports: WorkPorts, candidate: Candidate): Promise<readonly Slot[] | 'wait'>;
  claims(ports: WorkPorts, candidate: Candidate): Promise<readonly ClaimOwner[] | 'wait'>;
  caps(ports: WorkPorts, candidate: Candidate): Promise<CapsStep | 'wait'>;
}

/**
 * Reserves what a lead needs before it may be sent: its slot in the search, its claims, its cap buckets. Reserving
 * again under the same submission number changes nothing. No step reserves after the lease of the run has ended: the
 * evaluation is too old by then, and a cap may have been lowered since.
 */
export const RESERVE: SharedSteps = {
  slot: (ports, candidate) => inLease(ports, candidate, () => reserveSlot(ports, candidate)),
  claims: (ports, candidate) => inLease(ports, candidate, () => reserveClaims(ports, candidate)),
  caps: (ports, candidate) => inLease(ports, candidate, () => reserveCaps(ports, candidate)),
};

const inLease = <T>(ports: WorkPorts, { lead }: Candidate, step: () => Promise<T>): Promise<T | 'wait'> =>
  isLapsed(lead, ports.clock()) ? Promise.resolve('wait') : step();

async function reserveSlot(
  ports: WorkPorts,
  { lead, campaign_offer: campaignOffer, campaign }: Candidate,
): Promise<readonly Slot[] | 'wait'> {
  if (lead.search_id === undefined) return [];
  const { id, submission, offer_id } = lead;
  const { offer_type } = campaignOffer.offer;
  const limit = campaign.max_accepted_submissions;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const taken = await ports.searches.takeSlot(
      lead.search_id,
      { lead: id, submission, offer_id, offer_type, state: 'reserved' },
      limit,
    );
    if (taken.won) return [];
    // The lead that was in the way may have released its slot before this read, or has ended and does so now.
    if (!slotRefusal(offer_type, taken.slots, limit)) continue;
    if (tries > 0 || !(await releaseOfSlots(ports, taken.slots))) return taken.slots;
  }
  return 'wait';
}
