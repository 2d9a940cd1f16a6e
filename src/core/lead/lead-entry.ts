import type { AnswerOutcome } from '../catalogue/types.js';
import type { LeadState } from './lead-states.js';
import type { WaitReason } from '../destination-gate/admission.js';
import type { DecisionCode, Refusal } from '../refusal.js';
import type { AttemptOutcome, SharedWait } from './lead-record.js';
import type { TimelineEntry } from './timeline.js';

interface At {
  readonly at: Date;
}
interface AtOffer extends At {
  readonly offer_id: string;
}

/** What an operator may see of an answer, or of why there was none. */
interface Seen {
  readonly status?: number;
  readonly detail?: string;
}

/** A type's members as a group of their own, so that they may stand among others' data. */
type Group<T> = { readonly [K in keyof T]: T[K] };

/** Why a lead is evaluated again at once. */
export type AnewReason = 'it was judged too long ago' | 'an attempt could not be stored';

/** The kinds of entries that a lead's timeline has, and what each tells. Nobody decides by what `reason` says. */
export type LeadEntry =
  | (At & { readonly what: 'received' | 'received_again' })
  /** No reason: by a former build, for another lead or the ledger. A refusal: its buyer may have it by an earlier attempt. */
  | (AtOffer & {
      readonly what: 'waits';
      readonly reason?: Group<{ why: WaitReason; until: Date } | { why: SharedWait | AnewReason } | Refusal>;
    })
  | (AtOffer & { readonly what: 'saved'; readonly reason: Group<{ opens_at: Date }> })
  | (AtOffer & { readonly what: 'sent'; readonly reason: Group<{ attempt: number }> })
  | AnsweredEntry
  | AskedEntry
  | (AtOffer & {
      readonly what: 'decided';
      readonly outcome: DecisionCode | 'unknown';
      readonly reason?: Group<Refusal | { why: WaitReason | 'another_lead' }>;
    })
  | (AtOffer & {
      readonly what: 'settled';
      readonly outcome: LeadState;
      readonly reason: Group<{ by: string; why: string; was: LeadState }>;
    })
  | (AtOffer & {
      readonly what: 'callback';
      readonly outcome: AnswerOutcome | 'not read';
      readonly reason: Group<{
        detail: string;
        was: LeadState;
        mark: string;
        why?: string;
        reference?: string;
      }>;
    })
  | (AtOffer & { readonly what: 'unknown'; readonly reason?: Group<{ why: string } | Refusal> })
  | (At & {
      readonly what: 'gave_up';
      readonly outcome: LeadState;
      readonly reason: Group<{ stalls: number }>;
    })
  | (At & { readonly what: 'put_back'; readonly reason: Group<{ why: 'outage' }> });

/** How an attempt ended; `why` and `was`: the lead was decided by then, and stays as it was. */
export type AnsweredEntry = AtOffer & {
  readonly what: 'answered';
  readonly outcome: AttemptOutcome;
  readonly reason: Group<{ attempt: number; duration_ms?: number; why?: 'too late'; was?: LeadState } & Seen>;
};

/** What a buyer that had said "later" said next. */
export type AskedEntry = AtOffer & {
  readonly what: 'asked';
  readonly outcome: string;
  readonly reason: Group<{ duration_ms: number } & Seen>;
};

export type LeadEntryKind = LeadEntry['what'];

/** The newest entry of a kind; one that another build wrote may lack members. */
export const lastOfKind = (
  timeline: readonly TimelineEntry[],
  kind: LeadEntryKind,
): TimelineEntry | undefined => timeline.findLast(({ what }) => what === kind);
