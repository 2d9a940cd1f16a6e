import type { NextFallback } from '../fallback/fallback.js';
import type { UnbookedEntry } from '../money/entry.js';
import type { Verified } from '../verification/verified.js';
import type { LeadState } from './lead-states.js';
import type { LeadEntry } from './lead-entry.js';
import type {
  Intent,
  Attempt,
  AttemptOutcome,
  Waiting,
  Decision,
  ReservationEffect,
  Taken,
} from './lead-record.js';
import type {
  LeadReturn,
  RequestEnded,
  ReturnEffect,
  ReturnEvidence,
  ReturnRequested,
  UndoneReturn,
} from './lead-return.js';

/** What the first write of a first run stores, besides what it decides. */
export interface FirstRunWrite {
  readonly taken: Taken;
  readonly intent: Intent;
}

/** The conditions under which a transition wins. */
export interface LeadCondition {
  readonly id: string;
  readonly submission: number;
  /** When the lead was received, as its writer knows it. No condition: a late change is marked for the reports. */
  readonly received_at?: Date;
  readonly states: readonly LeadState[];
  /** The fencing token of this worker. If another worker has taken the lead since, the transition loses. */
  readonly runs?: number;
  /** The write begins the first run of the lead, and stores this of it. */
  readonly first_run?: FirstRunWrite;
  /** Number of attempts the lead has. */
  readonly attempts?: number;
  /** This worker's lease on the lead (`due_at`) must end after this moment. */
  readonly leased_at?: Date;
  /** The moment of the intent. If the intent has moved since, the transition loses. */
  readonly intent_at?: Date;
  /**
   * `next`: the lead was returned `n` times, and each return was undone. `stands`: its return `n` is not undone. `kept`: nor is
   * it being undone.
   */
  readonly returned?: { readonly number: number; readonly is: 'next' | 'stands' | 'kept' };
  /** `next`: it has `n` requests to return it, and none is open. `open`: its request `n` has not ended. */
  readonly requested?: { readonly number: number; readonly is: 'next' | 'open' };
}

/** What a transition writes. Absent members stay unchanged. */
export interface LeadChange {
  readonly state: LeadState;
  /** null: nothing is due any more. */
  readonly due_at: Date | null;
  readonly intent?: Intent;
  /** Replaces the list of steps that the lead is through with. */
  readonly verified?: readonly Verified[];
  readonly new_attempt?: Attempt;
  readonly attempt_end?: {
    readonly number: number;
    /** If present, the attempt must be the one that this run opened, or the transition loses. It is not written. */
    readonly run?: number;
    /** The same for the name of its run. */
    readonly by?: string;
    readonly outcome: AttemptOutcome;
    readonly ended_at: Date;
    readonly duration_ms: number;
    readonly status?: number;
    readonly via?: string;
    readonly detail?: string;
  };
  readonly reference?: string;
  readonly pending_since?: Date;
  /** Why the lead waits from now on. Absent: the earlier reason is removed. */
  readonly waiting?: Waiting;
  /** The new start of the delivery window, for a lead that is held back or gets its turn before its first attempt. */
  readonly first_due_at?: Date;
  /** What a lead that is held until its buyer opens has used of its delivery window. */
  readonly window_used_ms?: number;
  readonly decision?: Decision;
  /** The dedupe key of the callback that causes the change. A repeat of this callback changes nothing. */
  readonly callback?: string;
  /** What happens to what the lead has reserved. It is appended to the pending effects, as the other effects are. */
  readonly effect?: ReservationEffect;
  /** The try that follows this end of the lead. */
  readonly next_fallback?: NextFallback;
  /** An entry that the lead owes to the books. */
  readonly unbooked_entry?: UnbookedEntry;
  /** Appended to the lead's returns. */
  readonly new_return?: LeadReturn;
  /** Undoes the return with this number. */
  readonly undone?: { readonly number: number; readonly undone: UndoneReturn };
  readonly return_effect?: ReturnEffect;
  /** Appended to the requests to return it, with its evidence and number. */
  readonly new_request?: {
    readonly number: number;
    readonly request: ReturnRequested;
    readonly evidence?: ReturnEvidence;
  };
  /** Ends the request with this number. */
  readonly request_ended?: { readonly number: number; readonly ended: RequestEnded };
  readonly entries: readonly LeadEntry[];
}
