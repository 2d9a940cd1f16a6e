import type { Draft, DraftBacktest, DraftCheck, DraftHead } from '../../core/drafts/draft.js';

/** Drafts of the catalogue. Each method is one command and throws on an outage. */
export interface DraftStore {
  insert(draft: Draft): Promise<void>;
  read(id: string): Promise<Draft | null>;
  /** The newest change first. */
  list(limit: number): Promise<DraftHead[]>;
  /** Stores a draft in the place of its revision `from`. False: somebody else changed it since. */
  replace(draft: Draft, from: number): Promise<boolean>;
  /** Keeps what was found in a revision. It makes no new revision, and does nothing if there is one. */
  keepFound(
    id: string,
    found: { readonly check: DraftCheck } | { readonly backtest: DraftBacktest },
  ): Promise<void>;
}
