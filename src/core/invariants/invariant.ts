import type { CatalogueHistory } from './catalogue-history.js';
import type { CheckedClaim, CheckedLead, CheckedSearch } from './records.js';
import type { Tolerance } from './tolerance.js';

/** One broken invariant. It names records by their ids and holds no personal data. */
export interface Violation {
  /** The invariant's name. */
  readonly invariant: string;
  /** What `id` names: a record, a quarter of an hour, an identity by the start of its key, a window of a cap, a message to an endpoint, an entry of the audit log, a part of the chain of consents, or an entry of the suppression list by its key. */
  readonly kind:
    | 'lead'
    | 'search'
    | 'identity'
    | 'place'
    | 'quarter'
    | 'message'
    | 'audit_entry'
    | 'consent'
    | 'suppression';
  readonly id: string;
  /** What was found, as text for an operator. */
  readonly detail: string;
}

/** The records around a subject, and the time of the check. */
export interface World {
  readonly now: Date;
  readonly tolerance: Tolerance;
  readonly history: CatalogueHistory;
  /** Records from before this moment may have been deleted on purpose. Null: none ever is. */
  readonly kept_since: Date | null;
  readonly lead: (id: string) => CheckedLead | undefined;
  readonly search: (id: string) => Pick<CheckedSearch, 'slots'> | undefined;
  readonly claim: (key: string) => CheckedClaim | undefined;
}

/**
 * Something that must hold for every record of a kind, whichever process died and when. It is pure, so the same
 * functions check a real database, the memory of a test and the end of a chaos run.
 */
export interface Invariant<Subject> {
  readonly name: string;
  /** What must hold, as one statement. */
  readonly sentence: string;
  /** The violations of the subject, one message each. Empty if there are none. */
  readonly faults: (subject: Subject, world: World) => readonly string[];
}
