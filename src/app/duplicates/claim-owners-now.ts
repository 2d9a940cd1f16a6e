import type { ClaimStore } from '../ports/claim-store.js';
import type { Offer } from '../../core/catalogue/types.js';
import { ownersInScope, isOwnerOver, duplicateWindowStart } from '../../core/duplicates/claim-status.js';
import type { ClaimedIdentity, ClaimOwner } from '../../core/duplicates/claim-owner.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { IdentityKey } from '../../core/search/search-record.js';

/** The identities and offers for which the claims are read. */
interface Asked {
  readonly identities: readonly IdentityKey[];
  readonly offers: readonly Pick<Offer, 'id' | 'buyer' | 'duplicates'>[];
  readonly now: Date;
}

/** A lead or a search that reads claims. */
interface Reader {
  readonly is_test: boolean;
  readonly affiliate_id: string;
}

/**
 * The claim owners, for callers that only read (a search, a test lead, the pre-check). A claim from before the window
 * of an offer still blocks while its lead has not ended. Such an owner gets the time `now`, so that no window
 * excludes it. If no offer has such an owner in its scope, this reads nothing. Otherwise it reads the leads with one
 * command.
 */
export async function claimOwnersNow(
  leads: Pick<LeadStore, 'standings'>,
  held: readonly ClaimedIdentity[],
  { identities, offers, now }: Asked,
): Promise<readonly ClaimedIdentity[]> {
  if (held.length === 0) return held;
  const old = new Set<ClaimOwner>();
  for (const { id, buyer, duplicates } of offers) {
    const since = duplicateWindowStart(duplicates, now);
    for (const owner of ownersInScope(held, identities, duplicates, { offer: id, buyer: buyer.id }))
      if (owner.at <= since) old.add(owner);
  }
  if (old.size === 0) return held;
  const found = await leads.standings([...new Set([...old].map(({ lead }) => lead))]);
  const byId = new Map(found.map((lead) => [lead.id, lead]));
  const asNow = (owner: ClaimOwner): ClaimOwner =>
    old.has(owner) && !isOwnerOver(owner, byId.get(owner.lead)) ? { ...owner, at: now } : owner;
  return held.map(({ key, owners }) => ({ key, owners: owners.map(asNow) }));
}

/**
 * Reads the claim owners that a lead or a search may meet, and passes them through `claimOwnersNow`. A test meets those of
 * its own affiliate alone: it costs nothing, so its answers must not tell whom others have sold (ADR 31).
 */
export async function readClaimOwners(
  {
    claims,
    leads,
  }: { readonly claims: Pick<ClaimStore, 'owners'>; readonly leads: Pick<LeadStore, 'standings'> },
  reader: Reader,
  asked: Asked,
): Promise<readonly ClaimedIdentity[]> {
  const all = await claims.owners(asked.identities.map(({ key }) => key));
  return claimOwnersNow(leads, reader.is_test ? ownedBy(all, reader.affiliate_id) : all, asked);
}

/**
 * The claims of one affiliate's leads. Filter first, so that even the time that an answer takes does not reveal the claims
 * of others.
 */
export const ownedBy = (held: readonly ClaimedIdentity[], affiliateId: string): ClaimedIdentity[] =>
  held.map((one) => ({ ...one, owners: one.owners.filter(({ affiliate }) => affiliate === affiliateId) }));
