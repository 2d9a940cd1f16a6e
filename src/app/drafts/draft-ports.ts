import type { DraftActor } from '../../core/drafts/draft.js';
import type { ApplyPorts } from '../catalogue/apply-catalogue.js';
import type { CatalogueFiles } from '../ports/catalogue-files.js';
import type { DraftStore } from '../ports/draft-store.js';

export interface DraftPorts extends ApplyPorts {
  readonly drafts: DraftStore;
  readonly files: CatalogueFiles;
}

/** A call on one revision of a draft. */
export interface OnDraft {
  readonly id: string;
  /** The revision that the person has seen. */
  readonly revision: number;
  readonly by: DraftActor;
}
