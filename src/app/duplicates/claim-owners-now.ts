import type { ClaimStore } from '../ports/claim-store.js';
import type { Offer } from '../../core/catalogue/types.js';
import { ownersInScope, isOwnerOver, duplicateWindowStart } from '../../core/duplicates/claim-status.js';
import type { ClaimedIdentity, ClaimOwner } from '../../core/duplicates/claim-owner.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { IdentityKey } from '../../core/search/search-record.js';

/** For whom one looks. */
interface Asked {
  readonly identities: readonly IdentityKey[];
  readonly offers: readonly Pick<Offer, 'id' | 'buyer' | 'duplicates'>[];
  readonly now: Date;
}

/**
 * The claims, for those who only look (a search, a test lead, the pre-check). A claim owner from before an offer's
 * window gets the time `now` while its lead isn't over, so that no window excludes it. Nothing is read if no offer has
 * such an owner in its scope; otherwise their leads are read with one command.
 */
export async function claimOwnersNow(
  leads: Pick<LeadStore, 'readMany'>,
  held: readonly ClaimedIdentity[],
  { identities, offers, now }: Asked,
): Promise<readonly ClaimedIdentity[]> {
  const old = new Set<ClaimOwner>();
  for (const { id, buyer, duplicates } of offers) {
    const since = duplicateWindowStart(duplicates, now);
    for (const owner of ownersInScope(held, identities, duplicates, { offer: id, buyer: buyer.id }))
      if (owner.at <= since) old.add(owner);
  }
  if (old.size === 0) return held;
  const found = await leads.readMany([...new Set([...old].map(({ lead }) => lead))]);
  const byId = new Map(found.map((lead) => [lead.id, lead]));
  const asNow = (owner: ClaimOwner): ClaimOwner =>
    old.has(owner) && !isOwnerOver(owner, byId.get(owner.lead)) ? { ...owner, at: now } : owner;
  return held.map(({ key, holders: owners }) => ({ key, holders: owners.map(asNow) }));
}

/** Reads who holds a claim on these identities, as `claimOwnersNow` sees it. */
export async function readClaimOwners(
  {
    claims,
    leads,
  }: { readonly claims: Pick<ClaimStore, 'owners'>; readonly leads: Pick<LeadStore, 'readMany'> },
  asked: Asked,
): Promise<readonly ClaimedIdentity[]> {
  return claimOwnersNow(leads, await claims.owners(asked.identities.map(({ key }) => key)), asked);
}
