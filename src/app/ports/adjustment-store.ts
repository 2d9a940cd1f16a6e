import type { PendingAdjustment } from '../../core/money/adjustment.js';

/** Adjustments that are still to be booked. Each method is one command. Throws on an outage. */
export interface AdjustmentStore {
  /** Stores it if its id is free. Returns what is stored under the id. */
  add(adjustment: PendingAdjustment): Promise<PendingAdjustment>;
  /** The oldest ones. */
  pending(limit: number): Promise<PendingAdjustment[]>;
  /** Removes those that were booked. */
  booked(ids: readonly string[]): Promise<void>;
}
