import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { LeadEntry } from '../../core/lead/lead-entry.js';
import type { LeadCondition, LeadChange } from '../../core/lead/lead-change.js';
import type { CountedLead } from '../../core/caps/counted-leads.js';

/** The data with which a form B lead is evaluated again under its id. */
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
> &
  Partial<Pick<LeadRecord, 'program_id' | 'buyer_id' | 'idempotency'>> & {
    readonly due_at: Date;
    readonly entry: LeadEntry;
  };

/** A run that an outage of ours ended. */
export interface BrokenRun {
  readonly id: string;
  readonly round: number;
  /** As it was named to `take`. */
  readonly by: string;
}

/** Leads in MongoDB. Each method is one command unless it says otherwise. Throws on an outage. */
export interface LeadStore {
  /** `existing`: the affiliate's lead that already has its Idempotency-Key (one at most; read by a second command). */
  insert(lead: LeadRecord): Promise<{ inserted: true } | { inserted: false; existing: LeadRecord }>;
  read(id: string): Promise<LeadRecord | null>;
  /** The affiliate's lead that has this Idempotency-Key, as it is stored. */
  readBound(affiliateId: string, key: string): Promise<LeadRecord | null>;
  readMany(ids: readonly string[]): Promise<LeadRecord[]>;
  /**
   * Takes an undecided lead of this round to work: state `working` until `until`, `runs` + 1, the intent set to
   * `now` and the lead's buyer where it has none, `stalls` + 1 where it was `working` or `sending` (its worker never
   * came back). Only one that is `queued`, or undecided with a `due_at` that has passed. Where it comes so late that we stood still
   * (LATE_MS), `first_due_at` moves on by that time. `by` names this taking among all. Answers the record after it.
   */
  take(id: string, round: number, now: Date, until: Date, by?: string): Promise<LeadRecord | null>;
  /**
   * Makes runs that an outage ended none: a lead that such a run still holds (`working`) goes back to the state that it
   * was taken from, due at `due_at`, its delivery window moved on by the time since; one whose request may be open is left
   * to its `due_at`; a stall that was counted for such a run is taken back. What another has taken since stays as it is.
   * One command; repeating it changes nothing.
   */
  putBack(runs: readonly BrokenRun[], now: Date, due_at: Date): Promise<void>;
  /** One conditional update; false: another was first. Throws when the state machine has no such arrow. */
  transition(when: LeadCondition, change: LeadChange): Promise<boolean>;
  /**
   * Appends an entry that changes nothing (a callback, an answer that came too late), once for each mark, and no more
   * of them when the lead has heard MOST_CALLBACKS.
   */
  note(id: string, mark: string, entry: LeadEntry): Promise<void>;
  /**
   * Begins the next submission of a lead that may be evaluated again. The new submission number, or null if it may not
   * (any more). `key_taken`: its Idempotency-Key belongs to another lead of the affiliate.
   */
  resubmit(id: string, round: number, again: LeadAgain): Promise<number | 'key_taken' | null>;
  /** Undecided leads whose `due_at` is before `before`, oldest first. */
  overdue(before: Date, limit: number): Promise<Pick<LeadRecord, 'id' | 'round' | 'due_at'>[]>;
  /** Leads with pending effects older than `before`. */
  withPendingEffects(before: Date, limit: number): Promise<Pick<LeadRecord, 'id' | 'debts'>[]>;
  /** Clears the pending effects of these submissions, which were applied. */
  clearEffects(paid: readonly { id: string; round: number }[]): Promise<void>;
  /** Takes away idempotency keys bound before `before`; the number of leads that had one. */
  expireIdempotencyKeys(before: Date): Promise<number>;
  /** Leads with an intent at or after `since` (all for null), for the ledger's rebuild, in batches. */
  counted(since: Date | null): AsyncIterable<CountedLead>;
}
