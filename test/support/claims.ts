import type { ClaimRequest, ClaimStore } from '../../src/app/ports/claim-store.js';
import type { DuplicatePolicy } from '../../src/core/catalogue/types.js';
import type { ClaimOwner } from '../../src/core/duplicates/claim-owner.js';
import type { IdentityKey } from '../../src/core/search/search-record.js';
import { minute } from './stored-records.js';

export const byOffer: DuplicatePolicy = { match: ['email', 'phone'], window_days: 30, scope: 'offer' };

/** A claim owner of minute 0. */
export const aClaimOwner = (lead: string, over: Partial<ClaimOwner> = {}): ClaimOwner => ({
  lead,
  affiliate: 'affiliate-1',
  submission: 1,
  offer: 'offer-1',
  buyer: 'buyer-1',
  at: minute(0),
  ...over,
});

/**
 * Claims as the tests of a store take them at minute 0, in this run of their submission, and the leads that own each
 * identity.
 */
export const claimsOf = (claims: () => ClaimStore, run = 1) => ({
  claim: (identities: readonly IdentityKey[], by: ClaimOwner, over: Partial<ClaimRequest> = {}) =>
    claims().take({ identities, policy: byOffer, owner: by, now: minute(0), run, ...over }),
  heldBy: async (identities: readonly IdentityKey[]): Promise<string[][]> => {
    const held = await claims().owners(identities.map(({ key }) => key));
    return identities.map(
      ({ key }) => held.find((found) => found.key === key)?.owners.map(({ lead }) => lead) ?? [],
    );
  },
});
