import type { Catalogue, DuplicatePolicy } from '../catalogue/types.js';
import { mayBeTaken } from '../delivery/attempt.js';
import type { ClaimedIdentity, ClaimOwner } from './claim-owner.js';
import { isFinal } from '../lead/lead-states.js';
import { effectsOf } from '../lead/pending-effect.js';
import type { LeadStanding } from '../lead/lead-standing.js';
import { claimsAfterReturns } from '../money/returned-claims.js';
import type { IdentityKey } from '../search/search-record.js';

const DAY_MS = 86_400_000;

/** The offer and the buyer for which a claim is made. */
export interface ClaimTarget {
  readonly offer: string;
  readonly buyer: string;
}

/** The start of a policy's window. A claim from before it no longer blocks, unless its lead is still undecided. */
export const duplicateWindowStart = (policy: DuplicatePolicy, now: Date): Date =>
  new Date(now.getTime() - policy.window_days * DAY_MS);

/** The longest window of all offers, in days. Undefined without any offer: the windows are unknown then. */
export function longestWindow({ offers }: Pick<Catalogue, 'offers'>): number | undefined {
  const days = [...offers.values()].map(({ duplicates }) => duplicates.window_days);
  return days.length > 0 ? Math.max(...days) : undefined;
}

/**
 * The claim owners that may block a claim: they hold the same identity, of a kind that the policy matches on, within
 * the policy's scope.
 */
export function ownersInScope(
  held: readonly ClaimedIdentity[],
  identities: readonly IdentityKey[],
  policy: DuplicatePolicy,
  place: ClaimTarget,
): ClaimOwner[] {
  const keys = new Set(identities.filter(({ kind }) => policy.match.includes(kind)).map(({ key }) => key));
  return held
    .filter(({ key }) => keys.has(key))
    .flatMap(({ owners }) => owners)
    .filter((owner) => inScope(owner, policy, place));
}

/**
 * The owners in scope whose claims lie in the window. `claimOwnersNow` has already moved older claims of undecided
 * leads into the window, because these claims still block.
 */
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
 * Whether a lead's claims from before a window no longer count. Claims of an undecided lead still count, since the
 * lead may be accepted. They also count while a late acceptance has not yet renewed the window. A lead whose record
 * is gone (retention) has no claims beyond the window.
 */
export const areOldClaimsOver = (
  lead: Pick<LeadStanding, 'state' | 'pending_effects'> | undefined,
): boolean =>
  !lead ||
  (isFinal(lead.state) &&
    !effectsOf(lead, 'reservations').some(({ claim_action }) => claim_action === 'renew'));

/**
 * Whether one claim owner's claim from before the window no longer counts. This is always true for a claim of an
 * earlier submission, whatever the lead's present state is: that submission has ended.
 */
export const isOwnerOver = ({ submission }: ClaimOwner, lead: LeadStanding | undefined): boolean =>
  lead?.submission !== submission || areOldClaimsOver(lead);

type ClaimStatus = 'sold' | 'wait' | 'releasable';

/** What the claims of an accepted lead mean, by what its returns leave of them. */
const AFTER_RETURNS: Readonly<Record<ReturnType<typeof claimsAfterReturns>['kind'], ClaimStatus>> = {
  kept: 'sold',
  open: 'wait',
  gone: 'releasable',
};

/**
 * What an existing claim means for another lead with the same identity. An owner whose record is gone (retention)
 * counts as sold until its window ends.
 *
 * - `sold`: the other lead is a duplicate.
 * - `wait`: the owner is undecided and no buyer may take it by a request, so it may still release the claim.
 * - `releasable`: the owner keeps no claim, or its buyer returned it and the claims are released. Apply its pending effects, then try again.
 */
export function claimStatus(owner: ClaimOwner, lead: LeadStanding | undefined): ClaimStatus {
  if (!lead) return 'sold';
  if (lead.submission !== owner.submission) return 'releasable';
  switch (lead.state) {
    case 'accepted':
      return AFTER_RETURNS[claimsAfterReturns(lead).kind];
    case 'saved':
    case 'pending':
    case 'unknown':
      return 'sold';
    case 'rejected':
      return lead.decision?.refusal?.why === 'buyer_duplicate' ? 'sold' : 'releasable';
    case 'invalid':
    case 'held':
    case 'failed':
      return 'releasable';
    default:
      return mayBeTaken(lead) ? 'sold' : 'wait';
  }
}
