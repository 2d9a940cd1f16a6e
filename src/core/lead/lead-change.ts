import type { LeadState } from './lead-states.js';
import type { LeadEntry } from './lead-entry.js';
import type { Intent, Attempt, AttemptOutcome, Waiting, Decision, PendingEffect } from './lead-record.js';

/** What must still be true of the lead for a transition to win. */
export interface LeadCondition {
  readonly id: string;
  readonly round: number;
  readonly states: readonly LeadState[];
  /** The taking this worker holds: another worker took it since → the transition loses. */
  readonly runs?: number;
  /** Number of attempts the lead has. */
  readonly attempts?: number;
  /** This worker's time with the lead (its `due_at`) must run beyond this moment. */
  readonly leased_at?: Date;
  /** When it is counted: its intent has moved since → the transition loses. */
  readonly intent_at?: Date;
}

/** What a transition writes; absent members stay as they are. */
export interface LeadChange {
  readonly state: LeadState;
  /** null: nothing is due any more. */
  readonly due_at: Date | null;
  readonly intent?: Intent;
  readonly new_attempt?: Attempt;
  readonly attempt_end?: {
    readonly n: number;
    /** Given: the attempt must be the one that this run opened, or the transition loses. Not written. */
    readonly run?: number;
    readonly outcome: AttemptOutcome;
    readonly ended_at: Date;
    readonly duration_ms: number;
    readonly status?: number;
    readonly detail?: string;
  };
  readonly reference?: string;
  readonly pending_since?: Date;
  /** Why it waits from here on; absent: what it said before is over. */
  readonly waiting?: Waiting;
  /** Where the delivery window starts, for a lead that is held, or has its turn, before its first attempt. */
  readonly first_due_at?: Date;
  readonly decision?: Decision;
  /** The dedupe key of the callback that causes the change. The same callback changes nothing later. */
  readonly callback?: string;
  /** Appended to the lead's pending effects (`debts`). */
  readonly effect?: PendingEffect;
  readonly entries: readonly LeadEntry[];
}
