import type { ReturnShare } from '../../core/money/return-share.js';

/**
 * What returns need of the books, and how many returns each share has: one document for each share. A return is counted
 * before its lead is returned, so two callers can't both be the last one below the limit. A caller that dies in between,
 * or while a return is undone, leaves one return too many in the count. Throws on an outage.
 */
export interface ReturnStore {
  /** How many sales are booked for a share. It never becomes less. One command. */
  sold(share: ReturnShare): Promise<number>;
  /** How many more returns the limit allows. One command. */
  room(share: ReturnShare, limit: number): Promise<number>;
  /** Counts a return. False: the share has as many as the limit. Null: there is no limit. */
  take(share: ReturnShare, limit: number | null): Promise<boolean>;
  /** Takes a return out of the count of the share with this name: it was not stored, or was undone. */
  giveBack(share: string): Promise<void>;
}
