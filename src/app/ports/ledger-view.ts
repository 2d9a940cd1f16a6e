import type { Cap } from '../../core/catalogue/types.js';

/**
 * `stale`: Redis is not the one it was, or a cap was never counted; the next lead triggers a rebuild. `unfit`: nothing
 * can be sold on this Redis.
 */
export type LedgerState = 'sound' | 'rebuilding' | 'stale' | 'none' | 'unfit';

/** One window of a cap as the ledger has it. */
export interface CapUse {
  readonly cap: Cap;
  readonly window: string;
  readonly reserved: number;
  readonly confirmed: number;
  /** null: never. */
  readonly resets_at: Date | null;
}

/** What the ledger says of caps, for those who look. Throws on an outage. */
export interface LedgerView {
  /** The open window of each cap, and later windows that already hold reservations. In the order of the caps. */
  capUses(caps: readonly Cap[], now: Date): Promise<CapUse[]>;
  /** `caps`: those that the ledger must count. */
  ledgerState(caps: readonly Cap[]): Promise<LedgerState>;
}
