import type { OfferType, Question, QuestionType, School } from '../catalogue/types.js';
import type { LeadData, Tracking } from '../lead/lead-data.js';
import type { Refusal } from '../refusal.js';
import type { TimelineEntry } from '../lead/timeline.js';

/**
 * `new`: stored, not yet run · `running`: a worker has it until `due_at` · `asking`: direct offers are known,
 * partners are still answering · `done`: nothing more comes.
 */
export type SearchState = 'new' | 'running' | 'asking' | 'done';

/** A question of a result as it was shown; an asked lead field is one named by its flat key. */
export interface FormField {
  readonly name: string;
  readonly label: string | null;
  readonly type: QuestionType;
  readonly required: boolean;
  readonly required_when?: { readonly program_ids: readonly string[] };
  readonly options?: Question['options'];
  readonly pattern?: string;
}

export interface ResultProgram {
  readonly value: string;
  readonly label: string;
  readonly payout_cents?: number;
}

/** What was shown, and holds until the result expires. */
export interface ResultTerms {
  readonly offer_name: string;
  readonly offer_type: OfferType;
  readonly tcpa_text: string | null;
  readonly consent_required: boolean;
  readonly school?: School;
  readonly programs: readonly ResultProgram[];
  /** The client's best payout for the result. */
  readonly payout_cents?: number;
  /** The campaign's payout for the offer, when no program is chosen. */
  readonly base_payout_cents?: number;
  readonly form_fields: readonly FormField[];
  readonly expires_at: Date;
  /** The partner's own name for this result; kept for its submit, never shown. */
  readonly reference?: string;
}

export interface StoredResult {
  /** `svc_result_id`. */
  readonly id: string;
  readonly round: number;
  readonly campaign_id: string;
  readonly offer_id: string;
  readonly priority: number;
  readonly terms: ResultTerms;
}

/** One partner offer asked in one run of the search. */
export interface PartnerAsk {
  readonly offer_id: string;
  readonly round: number;
  readonly state: 'asked' | 'answered' | 'failed' | 'late';
  readonly asked_at: Date;
  readonly answered_at?: Date;
  readonly detail?: string;
}

/** Exclusivity and the search's limit: one slot a lead that reserves, holds or has sold from this search. */
export interface Slot {
  readonly lead: string;
  readonly round: number;
  readonly offer_id: string;
  readonly offer_type: OfferType;
  readonly state: 'reserved' | 'sold';
}

/** Why an offer of the campaign was not returned; for the operator only. `returned` names those that were. */
export interface OfferVerdict {
  readonly offer_id: string;
  readonly returned: boolean;
  readonly refusal?: Refusal;
  /** Programs left out of a returned offer, with their reason. */
  readonly programs_out?: readonly { readonly program: string; readonly refusal: Refusal }[];
}

export interface SearchConsent {
  readonly tcpa_consent?: boolean;
  readonly consent_cert_url?: string;
  readonly universal_lead_ref?: string;
}

/** An earlier run of a search of which a result can still be submitted; the results are kept beside the search. */
export interface EarlierRun {
  readonly round: number;
  /** How many. */
  readonly results: number;
  /** When the last of them expires. */
  readonly expires_at: Date;
}

/** A search: `svc_lead_id` of the search and results operations. */
export interface SearchRecord {
  readonly id: string;
  readonly affiliate_id: string;
  readonly campaign_id: string;
  readonly request_id: string;
  readonly is_test: boolean;
  readonly created_at: Date;
  readonly round: number;
  readonly state: SearchState;
  /** Runs of this round that were begun. */
  readonly runs: number;
  /** When something must look at it again; absent when `done`. */
  readonly due_at?: Date;
  /** The end of this run's open time. */
  readonly closes_at: Date;
  readonly lead: LeadData;
  readonly tracking: Tracking;
  readonly consent: SearchConsent;
  readonly extra: Readonly<Record<string, unknown>>;
  /** Keyed identity hashes of the lead, `kind` and claim id. */
  readonly identities: readonly IdentityKey[];
  readonly catalogue_version?: number;
  /** Those of the newest run; in a search that the former build ran again, of all runs. */
  readonly results: readonly StoredResult[];
  /** Absent: it was never run again, or by the former build alone. */
  readonly earlier?: readonly EarlierRun[];
  readonly partners: readonly PartnerAsk[];
  readonly verdicts: readonly OfferVerdict[];
  readonly slots: readonly Slot[];
  readonly timeline: readonly TimelineEntry[];
}

/** One identity of a lead as claims know it: `key` is the keyed hash, the claim document's id. */
export interface IdentityKey {
  readonly kind: 'email' | 'phone' | 'name_address' | 'name_dob_zip';
  readonly key: string;
}
