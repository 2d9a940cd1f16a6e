import type { Cap } from '../catalogue/types.js';

/** One place in one window of one cap. */
export interface CapBucket {
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
