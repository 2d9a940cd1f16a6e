import type { EarlierLead, Fallback, FallbackRef, NextFallback } from '../fallback/fallback.js';
import type { ConsentEvidence } from './consent-evidence.js';
import type { LeadData, Tracking } from './lead-data.js';
import type { DecisionCode, Refusal } from '../refusal.js';
import type { IdentityKey, ResultTerms } from '../search/search-record.js';
import type { TimelineEntry } from './timeline.js';
import type { LeadState } from './lead-states.js';
import type { Attempt } from './stored-attempt.js';
import type { Waiting } from './waiting.js';
import type { UnbookedEntry, Sale } from '../money/entry.js';
import type { Forgotten, ToForget } from './forgotten.js';
import type { LeadReturn, ReturnEffect, ReturnEvidence, ReturnRequested } from './lead-return.js';
import type { Verified } from '../verification/verified.js';

export type { Attempt, AttemptOutcome, SentTo } from './stored-attempt.js';
export type { SharedWait, Waiting } from './waiting.js';

/**
 * What a lead owes elsewhere after a change of its own. The change stores it with the lead, and whoever comes first
 * applies it and then takes it off. Applying it twice does no harm. It holds what a later change may take from the lead.
 * `what`: which of its kind. `since`: when the change was.
 */
export type PendingEffect = ReservationEffect | PendingNews | UnbookedEntry | ReturnEffect | FallbackEffect;

/** What an ended lead still changes in shared records: its slot, its claims, its reservations. */
export interface ReservationEffect {
  readonly kind: 'reservations';
  /** What happens to the slot and the reservations. */
  readonly what: 'release' | 'confirm';
  readonly since: Date;
  readonly submission: number;
  /**
   * What happens to the claims. A buyer's duplicate keeps them. `renew` renews their window, when the decision came
   * long after the claim.
   */
  readonly claim_action: 'release' | 'keep' | 'renew';
  readonly keys: readonly string[];
  readonly offer_id: string;
  readonly campaign_id: string;
  readonly program_id?: string;
  readonly search_id?: string;
  /** The time that names the cap buckets. For an acceptance, these are the buckets to confirm. */
  readonly intent_at?: Date;
  readonly buyer_id: string;
  /** More points whose reservations are released: an attempt was made at them, or the lead waited for them. */
  readonly also_release?: readonly ReservationPoint[];
}

/** The lead of `next_fallback` is still to be stored. */
export interface FallbackEffect {
  readonly kind: 'fallback';
  readonly since: Date;
}

export interface Decision {
  readonly code: DecisionCode;
  readonly at: Date;
  readonly payout_cents?: number;
  /** Of an accepted lead: what it was sold for. */
  readonly sale?: Sale;
  readonly refusal?: Refusal;
  readonly source: 'service' | 'buyer' | 'partner';
  /** The buyer's reason, already cleaned. */
  readonly buyer_reason?: string;
}

/**
 * A time and a buyer at which a lead has reservations. Together with the lead's offer, campaign and program they name all cap buckets of a lead: the
 * windows of `at` in each cap of the owners, in the cap's own time zone.
 */
export interface ReservationPoint {
  readonly at: Date;
  readonly buyer_id: string;
}

/** A point whose reservations are kept, because an attempt that may still be the sale was made at it. */
export interface KeptPoint extends ReservationPoint {
  /** How many attempts the lead had when its intent moved on. Later attempts belong to later points. */
  readonly attempts: number;
}

/** The request to count the lead in the cap windows of `at`. It is written before the ledger is asked. */
export interface Intent extends ReservationPoint {
  readonly submission: number;
  /** The ledger had no room at `at`. The lead only has the reservations of its kept points. */
  readonly not_reserved?: true;
  /** In order of time. Absent: none. */
  readonly kept?: readonly KeptPoint[];
  /** The point at which an accepted lead counts. Absent: this intent. */
  readonly sold?: ReservationPoint;
}

/** An Idempotency-Key that came with the lead, and a keyed hash of the request's body. */
export interface IdempotencyKey {
  /** As sent. The key of a test API key has a prefix that no client can send. */
  readonly key: string;
  readonly body_hash: string;
  readonly at: Date;
}

/** The newest run of a worker on the lead. It counts only while `submission` and `run` match the lead's. */
export interface Taken {
  /** A globally unique id of this run. */
  readonly by: string;
  readonly submission: number;
  /** The fencing token of this run: the value of `runs` after the lead was taken. */
  readonly run: number;
  readonly at: Date;
  /** The state from which the lead was taken. If the previous worker never came back, its `from` is copied. */
  readonly from: LeadState;
  /**
   * An outage on our side ended the run while its request may have been open. The next run does not count a stall.
   */
  readonly excused?: boolean;
}

/**
 * What happened to a lead, as its affiliate sees it. `changed`: the lead waits for the buyer, its hours or an operator
 * now, or it is evaluated again.
 */
export type NewsKind = 'decided' | 'returned' | 'return_reversed' | 'changed';

/**
 * News that is still to be published. It holds what a later transition may take from the lead; the rest never changes.
 */
export interface PendingNews {
  readonly kind: 'news';
  readonly what: NewsKind;
  readonly since: Date;
  readonly submission: number;
  /** The state after the transition. */
  readonly state: LeadState;
  readonly decision?: Decision;
  /** The number of the return. */
  readonly number?: number;
  /** With the news that the lead is submitted again: what the submission before was, if its news is pending too. */
  readonly earlier?: EarlierSubmission;
}

/** What news of a submission says and a later submission replaces. */
export type EarlierSubmission = Pick<LeadRecord, 'campaign_id' | 'offer_id' | 'external_id'> & {
  /** Subids and click ids. */
  readonly tracking: Readonly<Record<string, unknown>>;
  readonly fallbacks?: readonly FallbackRef[];
};

/** The most callbacks that a lead's timeline keeps. Anyone who has the address may call without end. */
export const MAX_CALLBACKS = 20;

/** A submitted lead, as the submit operation knows it (`svc_lead_id`). */
export interface LeadRecord {
  readonly id: string;
  readonly affiliate_id: string;
  readonly campaign_id: string;
  readonly offer_id: string;
  /** The offer's buyer when the lead was received. The first intent copies it. */
  readonly buyer_id: string;
  readonly request_id: string;
  /** The affiliate's own id of the lead, as it was sent with the submit or else with its search. Never unique. */
  readonly external_id?: string;
  readonly form: 'A' | 'B';
  readonly search_id?: string;
  readonly result_id?: string;
  /** The run of the search whose data it has. Absent: form B. */
  readonly search_run?: number;
  /** The run of the search that its result is of, if that is an earlier one. */
  readonly result_run?: number;
  readonly is_test: boolean;
  readonly received_at: Date;
  /** The submission number: goes up when the client submits a refused or failed lead again. */
  readonly submission: number;
  readonly state: LeadState;
  /**
   * The fencing token: how often a worker took the lead in this submission. A worker that stalled and comes back has
   * an older value and loses.
   */
  readonly runs: number;
  /** The stalled count: runs of this submission whose worker died or failed. Ten of them end the lead. */
  readonly stalls: number;
  /** The runs that `stalls` counted (`Taken.by`). A living worker takes its own run back from the count. */
  readonly stalled?: readonly string[];
  /** Absent: never taken. */
  readonly taken?: Taken;
  /** Absent when there is no reason. */
  readonly waiting?: Waiting;
  readonly due_at?: Date;
  /**
   * When the lead was first due in this submission. The delivery window starts here. The time moves on by the length
   * of an outage on our side.
   */
  readonly first_due_at: Date;
  /** What this submission had used of its delivery window when it was last held until its buyer opens. Absent: nothing. */
  readonly window_used_ms?: number;
  readonly lead: LeadData;
  readonly tracking: Tracking;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly program_id?: string;
  readonly consent: ConsentEvidence;
  /** Form A: the result's terms as shown. Absent on form B, where the offer's own terms hold. */
  readonly terms?: ResultTerms;
  /** Keyed identity hashes of the newest data: the kind and the claim id. */
  readonly identities: readonly IdentityKey[];
  /** Keyed hashes of every e-mail address and phone number of all its submissions. Absent: those of `identities`. */
  readonly all_identities?: readonly IdentityKey[];
  /** Keyed hashes under which its person may be suppressed, beside `identities`. Absent: it has no e-mail address. */
  readonly suppression_keys?: readonly string[];
  /** Keys of its click ids and subids (`trackingKeys`). Absent: it has none, or `migrate` has not added them yet. */
  readonly tracking_keys?: readonly string[];
  /** A keyed hash of the request's data after normalizing: lead, tracking, offer, program, consent, answers. */
  readonly data_hash: string;
  readonly intent?: Intent;
  /** The verification steps that it is through with. Absent: none. */
  readonly verified?: readonly Verified[];
  readonly attempts: readonly Attempt[];
  /** The buyer's reference for the lead. */
  readonly reference?: string;
  /** When the buyer first said "later". */
  readonly pending_since?: Date;
  readonly decision?: Decision;
  /** The dedupe keys of the callbacks that were received. Each callback has one timeline entry. */
  readonly callbacks?: readonly string[];
  /** What the lead still owes elsewhere, in the order in which it came. */
  readonly pending_effects: readonly PendingEffect[];
  /** The returns of an accepted lead, in order. Each but the last was undone. Absent: never returned. */
  readonly returns?: readonly LeadReturn[];
  /** The requests to return it, in order. Each but the last has ended. Absent: none. */
  readonly return_requests?: readonly ReturnRequested[];
  /** The evidence of its requests, by number. */
  readonly return_evidence?: Readonly<Record<string, ReturnEvidence>>;
  /** The deadline of its open request. Absent: none is open. */
  readonly request_due_at?: Date;
  /** How many changes its affiliate could see. Absent: none. */
  readonly revision?: number;
  /** The fallbacks that may still follow this offer, in order. Absent: none. */
  readonly fallbacks?: readonly Fallback[];
  /** The leads before this one of the call that made it, oldest first. Absent: it is not a fallback. */
  readonly earlier_leads?: readonly EarlierLead[];
  /** The try that follows, because this lead could not be taken. Absent: none. Such a lead is never submitted again. */
  readonly next_fallback?: NextFallback;
  /** The Idempotency-Keys of the last 24 hours. A lead that is submitted again may have one for each request. */
  readonly idempotency?: readonly IdempotencyKey[];
  readonly timeline: readonly TimelineEntry[];
  readonly forgotten?: Forgotten;
  readonly forget?: ToForget;
  /** Only where it is read to be shown: the data key that this process lacks. What it seals is left out. */
  readonly lacks_key?: string;
}

/** The part of a lead that decides its next steps: no personal data, evidence or history. */
export type LeadCore = Omit<
  LeadRecord,
  | 'lead'
  | 'tracking'
  | 'extra'
  | 'answers'
  | 'consent'
  | 'terms'
  | 'timeline'
  | 'callbacks'
  | 'idempotency'
  | 'return_evidence'
  | 'fallbacks'
> & { readonly fallbacks?: readonly FallbackRef[] };
