import type { DuplicatePolicy } from '../../core/catalogue/types.js';
import type { ClaimOwner, ClaimedIdentity } from '../../core/duplicates/claim-owner.js';
import type { IdentityKey } from '../../core/search/search-record.js';

export interface ClaimRequest {
  /** All identities of the lead. Those of the kinds in the policy are conditional; the others are only recorded. */
  readonly identities: readonly IdentityKey[];
  readonly policy: DuplicatePolicy;
  readonly owner: ClaimOwner;
  readonly now: Date;
  /** Leads that were read and have ended. Their claims from before the window are not in the way. */
  readonly over?: readonly string[];
  /**
   * The run that takes the claims (the fencing token, `runs`). A run that has to wait gives back only what
   * no later run has taken.
   */
  readonly run: number;
}

export type ClaimTaken =
  { readonly won: true } | { readonly won: false; readonly owners: readonly ClaimOwner[] };

/** Identity claims in MongoDB: one document for each identity key. Its `_id` is the keyed hash. */
export interface ClaimStore {
  /**
   * The first run of a submission inserts all claims. If one of the keys is there, and for all other runs: one ordered
   * bulk of upserts. The claims that only record come first, then the conditional claims. So if the
   * policies of two leads match on different kinds, each lead has recorded what the other lead checks before it
   * checks itself.
   *
   * If a conditional claim is taken, the claims that this call added are removed again before it returns. A claim
   * that the same lead and submission already had counts as won and stays in either case. `owners` are the claim
   * owners in scope, whatever their age. The old owners among the leads in `over` are left out: this store does not
   * know whether a lead has ended.
   */
  take(request: ClaimRequest): Promise<ClaimTaken>;
  /**
   * Releases the claims of a submission. `upTo`: not those that a later run took, for a returned lead, whose claims may
   * have been regained since.
   */
  release(keys: readonly string[], lead: string, submission: number, upTo?: number): Promise<void>;
  /** Gives back the claims that no later run of the submission has taken. */
  giveBack(keys: readonly string[], by: { lead: string; submission: number; run: number }): Promise<void>;
  /** Moves the start of the duplicate window to the moment of acceptance. */
  renew(keys: readonly string[], lead: string, submission: number, at: Date): Promise<void>;
  /** The claim owners of these keys, read with one command. Keys without an owner are left out. */
  owners(keys: readonly string[]): Promise<ClaimedIdentity[]>;
  /** Claims with an owner from before `before`, in no order, streamed. */
  old(before: Date): AsyncIterable<ClaimedIdentity>;
  /** The next `limit` claims after this key, in the order of their keys. Fewer than `limit`: these were the last. */
  page(after: string, limit: number): Promise<ClaimedIdentity[]>;
  /**
   * Removes the claims of these leads, which have ended, on these keys from before `before`. Returns the number of
   * keys.
   */
  expire(keys: readonly string[], before: Date, leads: readonly string[]): Promise<number>;
}
