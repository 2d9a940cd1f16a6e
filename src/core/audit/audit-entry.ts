import type { AuditAction } from './actions.js';

/** Who acted. Staff appear by id; their names are elsewhere. */
export interface AuditActor {
  /** `os_user`: an account of an operating system. `process`: Leadkeep itself. */
  readonly kind: 'os_user' | 'operator_key' | 'person' | 'process';
  readonly id: string;
}

/** From where somebody acted. */
export interface AuditOrigin {
  readonly kind: 'cli' | 'console';
  readonly host: string;
  /** The network address of the person, if it is known. */
  readonly address?: string;
}

/** On what somebody acted. */
export interface AuditSubject {
  readonly kind: string;
  /** At most `MAX_SUBJECTS`. */
  readonly ids: readonly string[];
}

/** Small values, such as a count, a code or a handle. Never consumer data, never a secret. */
export type AuditFacts = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/**
 * How an act ended. `nothing`: there was nothing to change. `refused`: a rule did not allow it. `failed`: an error
 * stopped it. `unknown`: a server went away, so the act may or may not have taken effect.
 */
export type AuditResult = 'done' | 'nothing' | 'refused' | 'failed' | 'unknown';

/** What an intent entry and its outcome entry have in common. */
interface Common {
  readonly at: Date;
  readonly action: AuditAction;
  readonly who: AuditActor;
  readonly from: AuditOrigin;
  readonly facts?: AuditFacts;
  /** For configuration: what it is afterwards. */
  readonly after?: AuditFacts;
}

/** Written before the act. */
export interface AuditIntent extends Common {
  readonly phase: 'intent';
  readonly on?: AuditSubject;
  /** The reason, cleaned of personal data. */
  readonly why?: string;
  /** For configuration: what it was before. */
  readonly before?: AuditFacts;
}

/** Written after the act. */
export interface AuditOutcome extends Common {
  readonly phase: 'outcome';
  /** The number of the intent entry. */
  readonly intent: number;
  readonly result: AuditResult;
}

/** An entry before it gets its place in the log. */
export type AuditDraft = AuditIntent | AuditOutcome;

/** A stored entry. */
export type AuditEntry = AuditDraft & {
  /** 1, 2, … without gaps. */
  readonly number: number;
  /** Random, so that no two entries have the same hash. */
  readonly nonce: string;
  /** The hash of the entry before; `NO_ENTRY` in the first one. */
  readonly prev: string;
  /** The keyed hash of everything else in this entry. */
  readonly hash: string;
};

/** How many ids one entry names. An act on more of them is split. */
export const MAX_SUBJECTS = 500;

/** `prev` of the first entry. */
export const NO_ENTRY = '0'.repeat(64);

/** An intent without an outcome is shown after this time. */
export const OUTCOME_DUE_MS = 60_000;
