import type { DuplicatePolicy } from '../../core/catalogue/types.js';
import type { ClaimOwner, ClaimedIdentity } from '../../core/duplicates/claim-owner.js';
import type { IdentityKey } from '../../core/search/search-record.js';

export interface ClaimRequest {
  /** All identities that the lead has; those of the policy's kinds are conditional, the others recorded. */
  readonly identities: readonly IdentityKey[];
  readonly policy: DuplicatePolicy;
  readonly owner: ClaimOwner;
  readonly now: Date;
  /** Leads that were read and found to be over: what they hold from before the window is not in the way. */
  readonly over?: readonly string[];
  /** The run of the round that takes (`runs`), so that a run that waits gives back what no later one has taken. */
  readonly run?: number;
}

export type ClaimTaken =
  { readonly won: true } | { readonly won: false; readonly holders: readonly ClaimOwner[] };

/** Identity claims in MongoDB: one document for each identity key, `_id` the keyed hash. */
export interface ClaimStore {
  /**
   * One ordered bulk of upserts, first those that only record, then the conditional ones: of two leads whose policies
   * match on different kinds, each has recorded what the other looks at before it looks itself. When one is taken, those that this call added are removed again before
   * it answers; what the same lead and round held before counts as won and stays, whatever becomes of the call.
   * `holders`: those in scope, whatever their age, but for the old ones of leads that are `over`: whether a lead is
   * over is not known here.
   */
  take(request: ClaimRequest): Promise<ClaimTaken>;
  release(keys: readonly string[], lead: string, round: number): Promise<void>;
  /** Gives back what no later run of the submission has taken. Claim owners of former builds name no run, and stay. */
  giveBack(keys: readonly string[], by: { lead: string; round: number; run: number }): Promise<void>;
  /** Moves the start of the window to the acceptance. */
  renew(keys: readonly string[], lead: string, round: number, at: Date): Promise<void>;
  /** The claim owners of these keys, with one command. Keys without an owner are left out. */
  owners(keys: readonly string[]): Promise<ClaimedIdentity[]>;
  /** Claims with an owner from before `before`, in no order, as they are read. */
  old(before: Date): AsyncIterable<ClaimedIdentity>;
  /** The next `limit` claims after the one with this key, in the order of their keys; fewer: those were the last. */
  page(after: string, limit: number): Promise<ClaimedIdentity[]>;
  /** Removes what these leads, which are over, hold of these keys from before `before`; the number of keys. */
  expire(keys: readonly string[], before: Date, leads: readonly string[]): Promise<number>;
}
