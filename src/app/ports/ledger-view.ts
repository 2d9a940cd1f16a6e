import type { Cap } from '../../core/catalogue/types.js';

/**
 * `stale`: Redis lost data or was replaced, or a cap was never counted; the next lead or a sweeper has it counted. `unsuitable`:
 * this Redis can't be used, so nothing can be sold.
 */
export type LedgerState = 'sound' | 'rebuilding' | 'stale' | 'none' | 'unsuitable';

/** The counts of one cap bucket in the ledger. */
export interface CapUse {
  readonly cap: Cap;
  readonly window: string;
  readonly reserved: number;
  readonly confirmed: number;
  /** null: never. */
  readonly resets_at: Date | null;
}

/** Reads the counts of caps, for display. Throws on an outage. */
export interface LedgerView {
  /** The open window of each cap, and later windows that already have reservations, in the order of the caps. */
  capUses(caps: readonly Cap[], now: Date): Promise<CapUse[]>;
  /** `caps`: the caps that the ledger must count. */
  ledgerState(caps: readonly Cap[]): Promise<LedgerState>;
}
