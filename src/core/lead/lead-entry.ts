import type { RuleOutcome } from '../catalogue/types.js';
import type { LeadState } from './lead-states.js';
import type { DecisionCode, Refusal } from '../refusal.js';
import type { AttemptOutcome, SharedWait } from './lead-record.js';
import type { HeldReason } from './waiting.js';
import type { StepVerdict } from '../verification/evaluate-step.js';
import type { VerifyOutcome } from '../verification/verify-step.js';
import type { TimelineEntry } from './timeline.js';

interface At {
  readonly at: Date;
}
interface AtOffer extends At {
  readonly offer_id: string;
}

/** What an operator may see of an answer, or the reason why there was no answer. */
interface Seen {
  readonly status?: number;
  /** Host and port of the proxy through which the request left. */
  readonly via?: string;
  readonly detail?: string;
}

/** A type's members as a separate type, so that they can be combined with other types' members. */
type Group<T> = { readonly [K in keyof T]: T[K] };

/** Whether what a return gave back could be had back. */
export type Regained = 'regained' | 'not regained';

/** Why a lead is evaluated again immediately. */
export type ReevaluationReason =
  | 'it was evaluated too long ago'
  | 'the catalogue changed meanwhile'
  | 'an attempt could not be stored'
  | 'verifying it took too long';

/** All kinds of a lead's timeline entries, with the data of each. No decision depends on `reason`. */
export type LeadEntry =
  | (At & { readonly what: 'received' | 'received_again' })
  /**
   * With a refusal, or without a reason: the buyer may have the lead from an earlier attempt.
   */
  | (AtOffer & {
      readonly what: 'waits';
      readonly reason?: Group<
        | { why: HeldReason; until: Date }
        | { why: SharedWait | ReevaluationReason }
        | { why: 'verification'; step: string }
        | Refusal
      >;
    })
  | (AtOffer & { readonly what: 'saved'; readonly reason: Group<{ opens_at: Date }> })
  | (AtOffer & { readonly what: 'sent'; readonly reason: Group<{ attempt: number }> })
  | VerifiedEntry
  | AnsweredEntry
  | AskedEntry
  | (AtOffer & {
      readonly what: 'decided';
      readonly outcome: DecisionCode | 'unknown';
      readonly reason?: Group<Refusal | { why: HeldReason | 'another_lead' }>;
    })
  | (AtOffer & {
      readonly what: 'settled';
      readonly outcome: LeadState;
      readonly reason: Group<{ by: string; why: string; was: LeadState }>;
    })
  | (AtOffer & {
      readonly what: 'callback';
      readonly outcome: RuleOutcome | 'not read';
      readonly reason: Group<{
        detail: string;
        was: LeadState;
        mark: string;
        why?: string;
        reference?: string;
        price_cents?: number;
      }>;
    })
  | (AtOffer & {
      readonly what: 'returned';
      /** The code of the reason. */
      readonly outcome: string;
      /** `overrode`: the rules that an operator passed. `mark`: of the callback. */
      readonly reason: Group<{ by: string; overrode?: string; why?: string; mark?: string }>;
    })
  | (AtOffer & {
      readonly what: 'return_requested';
      /** The code of the reason. */
      readonly outcome: string;
      readonly reason: Group<{ by: string; decide_by: Date; mark?: string }>;
    })
  | (AtOffer & {
      readonly what: 'return_declined';
      /** The code of the reason. */
      readonly outcome: string;
      readonly reason: Group<{ by: string; why?: string }>;
    })
  | (AtOffer & {
      readonly what: 'return_undone';
      readonly reason: Group<{ by: string; why: string; claim?: Regained; place?: Regained }>;
    })
  | (AtOffer & { readonly what: 'unknown'; readonly reason?: Group<{ why: string } | Refusal> })
  | (At & {
      readonly what: 'gave_up';
      readonly outcome: LeadState;
      readonly reason: Group<{ stalls: number }>;
    })
  /** The offer is that of the next fallback, which is the lead `to`. */
  | (AtOffer & { readonly what: 'fell_back'; readonly reason: Group<{ to: string }> })
  /** The offer is the one that `lead` was for. `place`: 1 for the first fallback of the call. */
  | (AtOffer & { readonly what: 'fallback_of'; readonly reason: Group<{ lead: string; place: number }> })
  | (At & { readonly what: 'requeued'; readonly reason: Group<{ why: 'outage'; data_key?: string }> });

/** What a verification service said. `skipped`: it has no address for test leads. */
export type VerifiedEntry = AtOffer & {
  readonly what: 'verified';
  readonly outcome: VerifyOutcome | 'skipped';
  readonly reason: Group<
    {
      step: string;
      then: StepVerdict;
      /** The answer was given to an earlier question. */
      from?: 'cache';
      duration_ms?: number;
      /** The service's own words, cleaned. */
      said?: string;
      reference?: string;
    } & Seen
  >;
};

/**
 * How an attempt ended. `why` and `was` are set when the lead was already decided; its decision then stays. What else the
 * buyer said (`reference`, `price_cents`) is set then, too.
 */
export type AnsweredEntry = AtOffer & {
  readonly what: 'answered';
  readonly outcome: AttemptOutcome;
  readonly reason: Group<
    {
      attempt: number;
      duration_ms?: number;
      why?: 'too late';
      was?: LeadState;
      reference?: string;
      price_cents?: number;
    } & Seen
  >;
};

/** What a buyer answered to a follow-up after it had said "later". */
export type AskedEntry = AtOffer & {
  readonly what: 'asked';
  readonly outcome: string;
  readonly reason: Group<{ duration_ms: number } & Seen>;
};

export type LeadEntryKind = LeadEntry['what'];

/** The entries of a record's present submission. */
export const entriesNow = (timeline: readonly TimelineEntry[]): readonly TimelineEntry[] =>
  timeline.slice(timeline.findLastIndex(({ what }) => what === 'received_again') + 1);

/** The newest entry of a kind. */
export const lastOfKind = (
  timeline: readonly TimelineEntry[],
  kind: LeadEntryKind,
): TimelineEntry | undefined => timeline.findLast(({ what }) => what === kind);
