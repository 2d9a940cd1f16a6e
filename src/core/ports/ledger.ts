import type { Cap } from '../catalogue/types.js';

/** One place in one window of one cap. */
export interface Place {
  readonly cap: Cap;
  /** The window's start as a key, e.g. `2026-11-21` in the cap's zone; `all` for total. */
  readonly window: string;
  /** When the window ends; null for total. */
  readonly resets_at: Date | null;
}

/** `stale`: Redis is not the one it was, or a cap was never counted: a rebuild is due, nothing was changed. */
export type Reserved =
  | { readonly outcome: 'reserved' }
  | { readonly outcome: 'full'; readonly cap_id: string }
  | { readonly outcome: 'stale' };

/** The cap ledger in Redis. Every method is one Lua call and compares the epoch. `member` is lead + round. */
export interface Ledger {
  /** All places or none. A member that is already in keeps its place and counts once. */
  reserve(member: string, places: readonly Place[]): Promise<Reserved>;
  /** Takes the places of `to` and gives those of `from` back, or changes nothing. */
  move(member: string, from: readonly Place[], to: readonly Place[]): Promise<Reserved>;
  confirm(member: string, places: readonly Place[]): Promise<'done' | 'stale'>;
  release(member: string, places: readonly Place[]): Promise<'done' | 'stale'>;
  /** Reserved + confirmed of each place, in order. */
  used(places: readonly Place[]): Promise<readonly number[] | 'stale'>;
}
