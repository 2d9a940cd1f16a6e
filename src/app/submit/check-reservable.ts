import { caps } from '../../core/checks/caps.js';
import { NO_FACTS } from '../../core/checks/check.js';
import { duplicate } from '../../core/checks/duplicate.js';
import { exclusivity } from '../../core/checks/exclusivity.js';
import type { ClaimOwner } from '../../core/duplicates/claim-owner.js';
import {
  claimStatus,
  duplicateWindowStart,
  isOwnerOver,
  ownersInScope,
} from '../../core/duplicates/claim-status.js';
import type { Refusal } from '../../core/refusal.js';
import type { WorkPorts } from '../ports/work-ports.js';
import { releaseOfPerson, releaseOfSlots } from './release-pending.js';
import { READ } from './read-reservations.js';
import type { Candidate } from './candidate.js';
import type { Step } from './wait.js';

/** What a look found: the lead would be refused, or would have to wait, if it reserved now. */
type Found = { readonly refusal: Refusal } | { readonly wait: Exclude<Step, 'lead'> } | undefined;

/**
 * Looks at the slot, the claims and the caps that a lead will reserve, before a service is paid for a question about it.
 * It takes nothing, and what the lead itself holds from an earlier run is not in its way. The reservations
 * decide later: they may be refused although this found nothing. Before a lead is refused, what ended leads still owe is
 * released, and this looks once more.
 */
export async function checkReservable(
  ports: WorkPorts,
  candidate: Candidate,
  isLast = false,
): Promise<Found> {
  const { lead, subject } = candidate;
  const slots = await READ.slot(ports, candidate);
  if (slots === 'wait') return { wait: 'slot' };
  const others = slots.filter((slot) => slot.lead !== lead.id);
  const excluded = exclusivity.refuse(subject, { ...NO_FACTS, slots: others });
  if (excluded && !isLast && (await releaseOfSlots(ports, others)))
    return checkReservable(ports, candidate, true);
  if (excluded) return { refusal: excluded };

  const owners = await ownersNow(ports, candidate);
  const soldBefore = duplicate.refuse(subject, { ...NO_FACTS, owners: owners.sold });
  if (soldBefore) return { refusal: soldBefore };
  if (owners.wait) return { wait: 'claims' };

  // From an earlier run it may hold its places, and count in the caps itself.
  if (lead.runs > 1) return undefined;
  const counted = await READ.caps(ports, candidate);
  if (counted === 'wait') return { wait: 'caps' };
  const atLimit = caps.refuse(subject, { ...NO_FACTS, full_caps: counted.full_caps });
  if (atLimit && !isLast && (await releaseOfPerson(ports, lead)))
    return checkReservable(ports, candidate, true);
  return atLimit && { refusal: atLimit };
}

/** The owners that refuse the lead, and whether another lead must be decided first. */
async function ownersNow(
  { claims, leads }: WorkPorts,
  { lead: { id, identities }, subject: { now }, campaign_offer: { offer } }: Candidate,
): Promise<{ readonly sold: readonly ClaimOwner[]; readonly wait: boolean }> {
  const held = await claims.owners(identities.map(({ key }) => key));
  const place = { offer: offer.id, buyer: offer.buyer.id };
  const owners = ownersInScope(held, identities, offer.duplicates, place).filter(({ lead }) => lead !== id);
  if (owners.length === 0) return { sold: [], wait: false };
  const found = await leads.standings([...new Set(owners.map(({ lead }) => lead))]);
  const byId = new Map(found.map((one) => [one.id, one]));
  const since = duplicateWindowStart(offer.duplicates, now);
  const standing = owners
    .filter((owner) => owner.at > since || !isOwnerOver(owner, byId.get(owner.lead)))
    .map((owner) => ({ owner, is: claimStatus(owner, byId.get(owner.lead)) }));
  return {
    sold: standing.filter(({ is }) => is === 'sold').map(({ owner }) => owner),
    wait: standing.some(({ is }) => is === 'wait'),
  };
}
