import type { IdempotencyKey } from '../../core/lead/lead-record.js';

/** What is stored under an Idempotency-Key of an affiliate: the id of the lead that a call with it stores. */
export interface BoundKey extends IdempotencyKey {
  readonly affiliate_id: string;
  readonly lead_id: string;
}

/** Idempotency-Keys, each a document of its own (ADR 71). Each method is one command unless it says otherwise. */
export interface BoundKeyStore {
  /** Null: it is stored. Else something is stored under this key already, read by a second command. */
  bind(bound: BoundKey): Promise<BoundKey | null>;
  /** Puts another one in the place of `earlier`. False: `earlier` has changed meanwhile. */
  replace(earlier: BoundKey, bound: BoundKey): Promise<boolean>;
  read(affiliateId: string, key: string): Promise<BoundKey | null>;
  /** Removes those that were bound before `before`. */
  expire(before: Date): Promise<void>;
}
