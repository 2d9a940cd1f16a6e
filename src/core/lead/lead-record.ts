import type { LeadData, Tracking } from './lead-data.js';
import type { WaitReason } from '../destination-gate/admission.js';
import type { DecisionCode, Refusal } from '../refusal.js';
import type { IdentityKey, ResultTerms } from '../search/search-record.js';
import type { TimelineEntry } from './timeline.js';
import type { LeadState } from './lead-states.js';

/** What the consumer agreed to, as it was shown, kept as evidence. */
export interface ConsentEvidence {
  /** As sent; null when it was not sent. */
  readonly decision: boolean | null;
  readonly text: string | null;
  readonly button_label: string | null;
  readonly cert_url: string | null;
  readonly universal_lead_ref: string | null;
  readonly ip_address: string;
  readonly at: Date;
  /**
   * Members that were sent with another type than theirs, in the order of docs/contract/leads.md#consent; absent:
   * none.
   */
  readonly malformed?: readonly string[];
}

/** `open`: the request may be on its way. See docs/protocols.md#never-sent-answered-unknown. */
export type AttemptOutcome =
  'open' | 'never_sent' | 'accepted' | 'rejected' | 'duplicate' | 'pending' | 'retry' | 'unknown';

/** Whom an attempt went to, by the catalogue of its moment. Nothing of it is secret: no path, header or mapping. */
export interface SentTo {
  readonly buyer_id: string;
  /**
   * Like `https://leads.example.com`: of the address that the lead was posted to. Always stored; absent where only the
   * catalogue's history told of the buyer (`rememberBuyers`), and then not compared.
   */
  readonly delivery_origin?: string;
  /** Of the address at which the buyer is asked about leads that it keeps for later, where there was one. */
  readonly status_origin?: string;
}

export interface Attempt {
  /** 1, 2, … over all rounds of the lead. */
  readonly n: number;
  readonly round: number;
  /** The run of the round that opened it (`runs`): no other worker's attempt has the same. Absent in older ones. */
  readonly run?: number;
  readonly at: Date;
  readonly timeout_ms: number;
  /** The last moment at which its request may begin to leave. Absent in older ones, which had no such limit. */
  readonly send_by?: Date;
  /** Absent in older ones: the catalogue's history tells the buyer (`BuyerHistory`). */
  readonly sent_to?: SentTo;
  readonly outcome: AttemptOutcome;
  readonly ended_at?: Date;
  readonly duration_ms?: number;
  /** HTTP status of the answer, when there was one. */
  readonly status?: number;
  /** For the operator: an error class or the rule that read the answer; no personal data. */
  readonly detail?: string;
}

/**
 * What an ending owes to shared records (slot, claims, places), worked off after it; each payment is idempotent.
 * It holds all that paying needs, because a later round may change the lead's offer and data.
 */
export interface PendingEffect {
  readonly round: number;
  /** Of slot and places. */
  readonly action: 'release' | 'confirm';
  /** A buyer's duplicate keeps its claims; a decision long after the claim that keeps it moves their window's start. */
  readonly claims: 'release' | 'keep' | 'restamp';
  readonly since: Date;
  readonly keys: readonly string[];
  readonly offer_id: string;
  readonly campaign_id: string;
  readonly program_id?: string;
  readonly search_id?: string;
  /** When and for which buyer it counts: its windows are the places. Of an acceptance those that are confirmed. */
  readonly intent_at?: Date;
  /** Absent: by the former build, whose places are those of the offer's present buyer. */
  readonly buyer_id?: string;
  /** Places to give back besides: of other moments in which an attempt was made, or that the lead waited for. */
  readonly others?: readonly Moment[];
}

export interface Decision {
  readonly code: DecisionCode;
  readonly at: Date;
  readonly payout_cents?: number;
  readonly refusal?: Refusal;
  readonly source?: 'service' | 'buyer' | 'partner';
  /** The buyer's own sentence, already cleaned. */
  readonly buyer_reason?: string;
}

/**
 * What, with the lead's offer, campaign and program, names every place of a lead: the windows of `at` in each cap of
 * its owners. Zones are the caps' own. No buyer: by the former build; then it is the one that the offer had at `at`.
 */
export interface Moment {
  readonly at: Date;
  readonly buyer_id?: string;
}

/** A moment whose places are kept, since an attempt was made in it that may still be the sale. */
export interface KeptMoment extends Moment {
  /** How many attempts the lead had when its intent moved on: the later ones were made elsewhere. */
  readonly attempts: number;
}

/** The request to count the lead in the caps' windows of `at`; written before the ledger is asked. */
export interface Intent extends Moment {
  readonly round: number;
  /** The ledger had no room at `at`: the lead only has what is kept. */
  readonly untaken?: true;
  /** In the order of time; absent: none. */
  readonly kept?: readonly KeptMoment[];
  /** Where an accepted lead counts; absent: at `at`. */
  readonly sold?: Moment;
}

/** An Idempotency-Key that a lead was sent with, and a keyed hash of the body under it. */
export interface IdempotencyKey {
  /** As sent; of a test API key with a prefix that no client can send. */
  readonly key: string;
  /** Whose API key sent it; absent: stored by the former build, which did not tell. */
  readonly by?: 'live' | 'test';
  readonly body_hash: string;
  readonly at: Date;
}

/** The newest taking of a lead by a worker. One of another round, or of another run, is over. */
export interface Taken {
  /** Names this one taking among all that there ever are. */
  readonly by: string;
  readonly round: number;
  /** `runs` as this taking made it. */
  readonly run: number;
  readonly at: Date;
  /** The state that it was taken from; of one whose worker never came back, that one's. */
  readonly from: LeadState;
  /** Its request may be open, and an outage of ours ended its run: what comes next is no stall. */
  readonly excused?: boolean;
}

/** What leads share and one of them waits for: another of the same person or search that is still open, or the cap ledger. */
export type SharedWait = 'another_lead' | 'ledger';

/** Why an undecided lead stands where it does, as the run with this number left it. */
export type Waiting = { readonly run: number } & (
  | { readonly why: 'outage' }
  /** Its destination takes nothing now. */
  | { readonly why: WaitReason }
  | { readonly why: SharedWait }
  /** A check refuses it by this, but its buyer may have it. */
  | { readonly why: 'refused'; readonly by?: string }
  /** Its buyer was asked and has not decided; what its answer was read as. */
  | { readonly why: 'asked'; readonly outcome: string; readonly status?: number; readonly detail?: string }
  /** Too many runs stalled. Until then, processes that are alive may put back their own. */
  | { readonly why: 'stalls'; readonly until: Date }
);

/** Callbacks that a lead's timeline keeps. Anyone who has its address may call for ever. */
export const MAX_CALLBACKS = 20;

/** A submitted lead: `svc_lead_id` of the submit operation. */
export interface LeadRecord {
  readonly id: string;
  readonly affiliate_id: string;
  readonly campaign_id: string;
  readonly offer_id: string;
  /** The offer's buyer when the lead was received; absent: by the former build. The first intent takes it over. */
  readonly buyer_id?: string;
  readonly request_id: string;
  readonly form: 'A' | 'B';
  readonly search_id?: string;
  readonly result_id?: string;
  readonly is_test: boolean;
  readonly received_at: Date;
  readonly round: number;
  readonly state: LeadState;
  /** Times a worker took it in this round; also the fence of a worker that slept. */
  readonly runs: number;
  /** The stalled count: runs of this submission that ended silently (their worker died or failed). Ten end a poison lead. */
  readonly stalls: number;
  /** The takings that `stalls` counted (`Taken.by`): a worker that is alive takes its own back. */
  readonly stalled?: readonly string[];
  /** Absent: never taken, or by a build that does not say. */
  readonly taken?: Taken;
  /** Absent where nothing is to say, and in leads of builds that do not say. */
  readonly waiting?: Waiting;
  readonly due_at?: Date;
  /**
   * When it was first due in this round: the delivery window starts here. It moves on by the time that an outage of ours
   * took.
   */
  readonly first_due_at: Date;
  readonly lead: LeadData;
  readonly tracking: Tracking;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly program_id?: string;
  readonly consent: ConsentEvidence;
  /** Form A: the result's terms as shown. Form B: none, the offer's own hold. */
  readonly terms?: ResultTerms;
  readonly identities: readonly IdentityKey[];
  /** Keyed hash of what was asked (lead, tracking, offer, program, consent, answers after normalizing). */
  readonly data_hash: string;
  readonly intent?: Intent;
  readonly attempts: readonly Attempt[];
  /** The buyer's name for the lead. */
  readonly reference?: string;
  /** When the buyer first said "later". */
  readonly pending_since?: Date;
  readonly decision?: Decision;
  /** Marks of the callbacks that were heard; each stands in the timeline once. */
  readonly callbacks?: readonly string[];
  readonly debts: readonly PendingEffect[];
  /** Every Idempotency-Key of the last 24 hours: a lead that is evaluated again may have one for each time it was sent. */
  readonly idempotency?: readonly IdempotencyKey[];
  readonly timeline: readonly TimelineEntry[];
}

/** A lead without its person, its evidence and its past: what its way is decided by. */
export type LeadCore = Omit<
  LeadRecord,
  'lead' | 'tracking' | 'extra' | 'answers' | 'consent' | 'terms' | 'timeline' | 'callbacks' | 'idempotency'
>;
