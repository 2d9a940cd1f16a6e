import type { CatalogueHistory } from './catalogue-history.js';
import type { CheckedClaim, CheckedLead, CheckedSearch } from './records.js';
import type { Tolerance } from './tolerance.js';

/** One broken promise. It names records by their ids and holds no personal data. */
export interface Violation {
  /** The invariant's name. */
  readonly invariant: string;
  /** What `id` names: a record, a keyed identity (its beginning), or a cap's window. */
  readonly kind: 'lead' | 'search' | 'identity' | 'place';
  readonly id: string;
  /** What was found, for a person. */
  readonly detail: string;
}

/** The records around a subject, and the time at which they are looked at. */
export interface World {
  readonly now: Date;
  readonly tolerance: Tolerance;
  readonly history: CatalogueHistory;
  /** Records from before it may have been deleted on purpose; null: nothing ever is. */
  readonly kept_since: Date | null;
  readonly lead: (id: string) => CheckedLead | undefined;
  readonly search: (id: string) => Pick<CheckedSearch, 'slots'> | undefined;
  readonly claim: (key: string) => CheckedClaim | undefined;
}

/**
 * Something that must hold of every record of a kind, whatever died and when. Pure: the same functions check a real
 * database, the memory of a test and the end of a chaos run.
 */
export interface Invariant<Subject> {
  readonly name: string;
  /** What must hold, as one sentence. */
  readonly sentence: string;
  /** What is wrong with the subject, one sentence each; none: nothing is. */
  readonly faults: (subject: Subject, world: World) => readonly string[];
}
