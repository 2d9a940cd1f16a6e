import type { Cap } from '../catalogue/types.js';

/** One place in one window of one cap. */
export interface Place {
  readonly cap: Cap;
  /** The window's start as a key, e.g. `2026-11-21` in the cap's zone; `all` for total. */
  readonly window: string;
  /** When the window ends; null for total. */
  readonly resets_at: Date | null;
}

/** The caps that a version of the catalogue counts (`countedCaps`): of the catalogue that the places are of. */
export interface CountedCaps {
  readonly version: number;
  /** The same for catalogues that count the same caps, whatever their limits. */
  readonly fingerprint: string;
  readonly ids: readonly string[];
}

/**
 * `stale`: nothing was changed, since Redis is not the one it was, a rebuild counts, or the ledger counts other caps
 * than this catalogue does. With the newer catalogue the caller has the ledger rebuilt; with the older one it waits
 * for its own to be refreshed.
 */
export type Reserved =
  | { readonly outcome: 'reserved' }
  | { readonly outcome: 'full'; readonly cap_id: string }
  | { readonly outcome: 'stale' };

/**
 * The cap ledger in Redis. Every method is one Lua call and compares the epoch; those that change something compare
 * the caps too, also where no cap counts the lead: a cap that left and comes back, or that this process has not heard
 * of yet, would otherwise miss it. `member` is lead + round.
 */
export interface Ledger {
  /** All places or none. A member that is already in keeps its place and counts once. */
  reserve(member: string, places: readonly Place[], counted: CountedCaps): Promise<Reserved>;
  /** Takes the places of `to` and gives those of `from` back, or changes nothing. */
  move(member: string, from: readonly Place[], to: readonly Place[], counted: CountedCaps): Promise<Reserved>;
  confirm(member: string, places: readonly Place[], counted: CountedCaps): Promise<'done' | 'stale'>;
  release(member: string, places: readonly Place[], counted: CountedCaps): Promise<'done' | 'stale'>;
  /** Reserved + confirmed of each place, in order. */
  used(places: readonly Place[]): Promise<readonly number[] | 'stale'>;
}
