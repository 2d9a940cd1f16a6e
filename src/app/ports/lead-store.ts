import type { LeadStanding } from '../../core/lead/lead-standing.js';
import type { GivenBackLead } from '../../core/caps/given-back.js';
import type { EarlierSubmission, LeadRecord } from '../../core/lead/lead-record.js';
import type { EffectKind, EffectName } from '../../core/lead/pending-effect.js';
import type { LeadEntry } from '../../core/lead/lead-entry.js';
import type { FirstRunWrite, LeadCondition, LeadChange } from '../../core/lead/lead-change.js';
import type { IdentityKey } from '../../core/search/search-record.js';
import type { BookedLead } from '../../core/money/entry-of.js';
import type { CountedLead } from '../../core/caps/counted-leads.js';

/** The data that replaces the data of a form B lead when it is submitted again under its id. */
export type LeadAgain = Pick<
  LeadRecord,
  | 'campaign_id'
  | 'offer_id'
  | 'request_id'
  | 'is_test'
  | 'received_at'
  | 'lead'
  | 'tracking'
  | 'extra'
  | 'answers'
  | 'consent'
  | 'identities'
  | 'data_hash'
  | 'buyer_id'
> &
  Partial<
    Pick<
      LeadRecord,
      'program_id' | 'tracking_keys' | 'suppression_keys' | 'external_id' | 'idempotency' | 'fallbacks'
    >
  > & {
    /** All identities of its person then (`mergeIdentities`). */
    readonly known: readonly IdentityKey[];
    readonly due_at: Date;
    /** When the lead was received the last time. */
    readonly received_before: Date;
    /** The submission before, if news of it is still to be published. */
    readonly earlier?: EarlierSubmission;
    readonly entry: LeadEntry;
  };

/** What applying the effects of a lead needs of it. Nothing of it names a person. */
export type OwingLead = BookedLead &
  GivenBackLead &
  Pick<LeadRecord, 'affiliate_id' | 'runs' | 'identities' | 'decision' | 'revision' | 'return_requests'>;

/** A lead whose return was requested. */
export type AskedLead = Pick<LeadRecord, 'id' | 'reference' | 'decision' | 'return_requests'>;

/** Effects of a lead that were applied. */
export interface AppliedEffects {
  readonly id: string;
  readonly effects: readonly EffectName[];
  /** With news, which is taken off all together: the lead's revision as it was read. */
  readonly revision?: number;
}

/** A run that an outage of our own services ended. */
export interface InterruptedRun {
  readonly id: string;
  readonly submission: number;
  /** The name that `take` got as `by`. */
  readonly by: string;
  /** What a first run would have stored with its first write. Absent: the run took the lead. */
  readonly first_run?: FirstRunWrite | undefined;
  /** The name of the data key that the worker lacked. Absent: a service was away. */
  readonly data_key?: string;
}

/** Leads in MongoDB. Each method is one command unless it says otherwise. Throws on an outage. */
export interface LeadStore {
  /**
   * `existing`: the lead that is stored under this id, read by a second command. Without an Idempotency-Key, an id is stored once.
   */
  insert(lead: LeadRecord): Promise<{ inserted: true } | { inserted: false; existing: LeadRecord }>;
  /** `shown`: to show it. Without its data key, it has what is in clear and `lacks_key`; else looking at its person is an outage. */
  read(id: string, how?: 'shown'): Promise<LeadRecord | null>;
  readMany(ids: readonly string[]): Promise<LeadRecord[]>;
  /** How these leads stand, without all else that they have. */
  standings(ids: readonly string[]): Promise<LeadStanding[]>;
  /** Which of these leads have lost their person. Who holds something of a person looks at it last. */
  forgotten(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Of which of these leads an erasure removes the evidence of the consents. */
  withoutEvidence(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Takes an undecided lead of this submission to work on. Its state becomes `working` until `until`. Its fencing
   * token (`runs`) rises by 1. If it has no intent, it gets one with the time `now` and its buyer. If it was
   * `working` or `sending`, its worker never came back, and its stalled count (`stalls`) rises by 1.
   *
   * Takes only a lead that is `queued`, or that is undecided with a `due_at` in the past. If the take comes so late
   * that our own processes must have stood still (LATE_MS), or late after a wait of ours, `first_due_at` moves on by
   * that time; if it comes before the end of a wait that had moved it, `first_due_at` moves back. `by` identifies this call of `take`. Returns the record after the change.
   */
  take(id: string, submission: number, now: Date, until: Date, by?: string): Promise<LeadRecord | null>;
  /**
   * Undoes runs that an outage ended. A lead that such a run still holds (`working`) goes back to the state that it
   * was taken from. It is due at `due_at`, and its delivery window moves on by the time since. A lead whose request
   * may be open stays until its own `due_at`. A lead that a first run has not written to counts as run once, so that no late
   * write of that run can land, and waits in the same way. If such a run was counted as a stall, that count is taken back. A lead
   * that another run has taken since stays as it is. This is one command, and repeating it changes nothing.
   */
  requeue(runs: readonly InterruptedRun[], now: Date, due_at: Date): Promise<void>;
  /**
   * One conditional update. False: another writer was first. Throws if the state machine does not have this
   * transition.
   */
  transition(when: LeadCondition, change: LeadChange): Promise<boolean>;
  /**
   * Appends a timeline entry that changes nothing else (a callback, an answer that came too late). Each mark is noted
   * once, and one lead gets at most MAX_CALLBACKS of them.
   */
  note(id: string, mark: string, entry: LeadEntry): Promise<void>;
  /**
   * Starts the next submission of a lead that may be evaluated again. Returns the new submission number, or null if
   * the lead may not be evaluated again (anymore).
   */
  resubmit(id: string, submission: number, again: LeadAgain): Promise<number | null>;
  /** Undecided leads whose `due_at` is before `before`, oldest first. */
  overdue(before: Date, limit: number): Promise<Pick<LeadRecord, 'id' | 'submission' | 'due_at'>[]>;
  /** Leads whose open request to return them had its deadline before `before`, the most overdue first. */
  requestsDue(before: Date, limit: number): Promise<OwingLead[]>;
  /** Leads that a buyer bought and asked to return in a stretch of time, also if that was decided since. */
  requestsOf(buyerId: string, from: Date, to: Date): Promise<AskedLead[]>;
  /** Leads that owe effects of this kind, and something since before `before`. */
  withPending(kind: EffectKind, before: Date, limit: number): Promise<OwingLead[]>;
  /**
   * Takes off what was applied: one command for all leads of which the same was. A lead that has another revision than it
   * was read with keeps all.
   */
  clearPending(applied: readonly AppliedEffects[]): Promise<void>;
  /** Stores the next fallback of a call, which has no Idempotency-Key. If it is already stored, nothing happens. */
  insertFallback(lead: LeadRecord): Promise<void>;
  /** Removes Idempotency-Keys that were bound before `before`. Returns the number of leads that had one. */
  expireIdempotencyKeys(before: Date): Promise<number>;
  /** Leads with an intent at or after `since` (null: all leads), in batches. The rebuild of the ledger reads them. */
  counted(since: Date | null): AsyncIterable<CountedLead>;
}
