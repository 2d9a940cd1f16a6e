import type { AuditDraft, AuditEntry } from '../../core/audit/audit-entry.js';
import type { AuditHead } from '../../core/audit/chain.js';
import type { StoredAudit } from '../../core/audit/audit-verifier.js';

/** The end of the audit log, to which entries are added. */
export interface AuditLog {
  /**
   * Adds an entry at the end, and returns its number. Any number of writers may call it at once. Throws on an outage:
   * the entry may then be in the log or not.
   */
  append(draft: AuditDraft): Promise<number>;
  /** A keyed hash of what somebody searched for. The log holds it instead of the value. */
  hashSearched(kind: string, value: string): string;
}

/** Which entries to list. All that is given must fit. */
export interface AuditQuery {
  readonly from?: Date;
  readonly to?: Date;
  readonly who?: string;
  readonly action?: string;
  /** One of these actions. */
  readonly actions?: readonly string[];
  readonly on?: string;
  /** Only intents with a lower number. */
  readonly before?: number;
}

/** Reads the audit log. Needs no secret. Throws on an outage. */
export interface AuditReader {
  /** The last entry's place. Null: the log is empty. */
  head(): Promise<AuditHead | null>;
  /** The hash of one entry. Null: there is no such entry. */
  hashOf(number: number): Promise<string | null>;
  /** Every document of the log, in the order of the numbers, in batches. */
  all(): AsyncIterable<StoredAudit>;
  /** Intents that fit, newest first. */
  intents(query: AuditQuery, limit: number): Promise<AuditEntry[]>;
  /** The outcomes of these intents. */
  outcomes(intents: readonly number[]): Promise<AuditEntry[]>;
}
