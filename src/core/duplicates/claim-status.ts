import type { DuplicatePolicy } from '../catalogue/types.js';
import type { ClaimedIdentity, ClaimOwner } from './claim-owner.js';
import { isFinal } from '../lead/lead-states.js';
import type { LeadRecord } from '../lead/lead-record.js';
import type { IdentityKey } from '../search/search-record.js';

const DAY_MS = 86_400_000;

/** Where a claim would be made: the offer and its buyer. */
export interface ClaimTarget {
  readonly offer: string;
  readonly buyer: string;
}

/** The start of a policy's window: claim owners from before it no longer block. */
export const duplicateWindowStart = (policy: DuplicatePolicy, now: Date): Date =>
  new Date(now.getTime() - policy.window_days * DAY_MS);

/** The claim owners that may block a claim: same identity of a kind the policy matches on, in its scope. */
export function ownersInScope(
  held: readonly ClaimedIdentity[],
  identities: readonly IdentityKey[],
  policy: DuplicatePolicy,
  place: ClaimTarget,
): ClaimOwner[] {
  const keys = new Set(identities.filter(({ kind }) => policy.match.includes(kind)).map(({ key }) => key));
  return held
    .filter(({ key }) => keys.has(key))
    .flatMap(({ holders: owners }) => owners)
    .filter((owner) => inScope(owner, policy, place));
}

/** Those of them in the window. Whether an older one's lead is over has been looked at already (`holdersNow`). */
export function ownersInTheWay(
  held: readonly ClaimedIdentity[],
  identities: readonly IdentityKey[],
  policy: DuplicatePolicy,
  place: ClaimTarget,
  now: Date,
): ClaimOwner[] {
  const since = duplicateWindowStart(policy, now);
  return ownersInScope(held, identities, policy, place).filter(({ at }) => at > since);
}

function inScope(owner: ClaimOwner, policy: DuplicatePolicy, place: ClaimTarget): boolean {
  if (policy.scope === 'service') return true;
  return policy.scope === 'buyer' ? owner.buyer === place.buyer : owner.offer === place.offer;
}

/**
 * Whether nothing that a lead holds from before a window counts any more. While it is undecided it isn't over, for it may
 * still be accepted; nor is one whose late acceptance has not moved the window's start yet. A record that is gone
 * (retention) keeps nothing beyond the window.
 */
export const isOver = (lead: Pick<LeadRecord, 'state' | 'debts'> | undefined): boolean =>
  !lead || (isFinal(lead.state) && !lead.debts.some(({ claims }) => claims === 'restamp'));

/** The same for one claim owner. One of an earlier submission, which has ended, doesn't count, whatever the lead is now. */
export const isOwnerOver = ({ round }: ClaimOwner, lead: LeadRecord | undefined): boolean =>
  lead?.round !== round || isOver(lead);

/**
 * What an existing claim means for the lead that meets it. `sold`: a duplicate. `wait`: its owner is undecided and no
 * request of it has left, so it may still give the claim back. `owes`: it keeps no claim any more; apply its pending
 * effects, then try again. An owner whose record is gone (retention) counts as sold until its window ends.
 */
export function claimStatus(owner: ClaimOwner, lead: LeadRecord | undefined): 'sold' | 'wait' | 'owes' {
  if (!lead) return 'sold';
  if (lead.round !== owner.round) return 'owes';
  switch (lead.state) {
    case 'accepted':
    case 'saved':
    case 'pending':
    case 'unknown':
      return 'sold';
    case 'rejected':
      return lead.decision?.refusal?.why === 'buyer_duplicate' ? 'sold' : 'owes';
    case 'invalid':
    case 'held':
    case 'failed':
      return 'owes';
    default:
      return mayHaveLeft(lead) ? 'sold' : 'wait';
  }
}

/** True when a request of this round may have reached the buyer. */
const mayHaveLeft = (lead: LeadRecord): boolean =>
  lead.attempts.some(
    ({ round, outcome }) => round === lead.round && outcome !== 'never_sent' && outcome !== 'retry',
  );
