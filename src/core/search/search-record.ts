import type { OfferType, Question, QuestionType, School } from '../catalogue/types.js';
import type { LeadData, Tracking } from '../lead/lead-data.js';
import type { Forgotten } from '../lead/forgotten.js';
import type { Refusal } from '../refusal.js';
import type { TimelineEntry } from '../lead/timeline.js';

/**
 * - `new`: stored, not yet run.
 * - `asking`: direct offers are ready, partners are still answering.
 * - `done`: no more results will come.
 */
export type SearchState = 'new' | 'asking' | 'done';

/** A question of a result as it was shown. An asked lead field has its flat key as its name. */
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
  /** The timed change that set the payout. */
  readonly payout_change?: number;
}

/** The terms that were shown. They hold until the result expires. */
export interface ResultTerms {
  readonly offer_name: string;
  readonly offer_type: OfferType;
  readonly tcpa_text: string | null;
  readonly consent_required: boolean;
  readonly school?: School;
  readonly programs: readonly ResultProgram[];
  /** The client's best payout for the result. */
  readonly payout_cents?: number;
  /** The campaign's payout for the offer if no program is chosen. */
  readonly base_payout_cents?: number;
  readonly base_payout_change?: number;
  readonly form_fields: readonly FormField[];
  readonly expires_at: Date;
  /** The offer's buyer when the result was shown: a partner's result is its own. */
  readonly buyer_id: string;
  /** The partner's reference for this result. It is stored for the submit and never shown. Absent: a direct offer's. */
  readonly reference?: string;
  /** The partner's bid in cents, which is its price. It is never shown. */
  readonly bid_cents?: number;
}

export interface StoredResult {
  /** `svc_result_id`. */
  readonly id: string;
  readonly run: number;
  readonly campaign_id: string;
  readonly offer_id: string;
  readonly priority: number;
  readonly terms: ResultTerms;
}

/** A partner offer that was asked in one run of the search. */
export interface PartnerAsk {
  readonly offer_id: string;
  readonly run: number;
  readonly state: 'asked' | 'answered' | 'failed' | 'late';
  /** When it was to be asked; once its outcome is known, when its request began. */
  readonly asked_at: Date;
  /** It is certain that no request left. Absent: one may have. */
  readonly unsent?: true;
  readonly answered_at?: Date;
  readonly detail?: string;
}

/** A partner to which a request may have left in an earlier run of the search. */
export type EarlierAsk = Pick<PartnerAsk, 'offer_id' | 'run' | 'asked_at'>;

/** A slot, for exclusivity and the search's limit: one for each lead of this search that is reserved or sold. */
export interface Slot {
  readonly lead: string;
  readonly submission: number;
  readonly offer_id: string;
  readonly offer_type: OfferType;
  readonly state: 'reserved' | 'sold';
}

/**
 * The outcome of one offer of the campaign, for the operator only. If the offer was not returned, `refusal` says why.
 */
export interface OfferVerdict {
  readonly offer_id: string;
  readonly returned: boolean;
  readonly refusal?: Refusal;
  /** Programs that a returned offer leaves out, with the reasons. */
  readonly programs_out?: readonly { readonly program: string; readonly refusal: Refusal }[];
}

/**
 * The offers that an eligibility rule of theirs ruled out. Their verdicts are as long as the catalogue and say the same
 * in each search, so the record refers to the rules of its catalogue version (`core/search/stored-verdicts.ts`).
 */
export interface RuledOut {
  /** The run that they are of. */
  readonly run: number;
  /** For each offer in the campaign's order a character: the number of the rule as an offset from `0`; `0`: none. */
  readonly rules: string;
  /** What the lead says about the fields of these rules, in words, masked. */
  readonly said: readonly { readonly field: string; readonly words: string }[];
}

export interface SearchConsent {
  readonly tcpa_consent?: boolean;
  readonly consent_cert_url?: string;
  readonly universal_lead_ref?: string;
}

/** An earlier run of a search with a result that can still be submitted. Its results are stored beside the search. */
export interface EarlierRun {
  readonly run: number;
  /** The number of results. */
  readonly results: number;
  /** When the last result expires. */
  readonly expires_at: Date;
}

/** A search, as the search and results operations know it (`svc_lead_id`). */
export interface SearchRecord {
  readonly id: string;
  readonly affiliate_id: string;
  readonly campaign_id: string;
  readonly request_id: string;
  /** The affiliate's own id of the search. Never unique. */
  readonly external_id?: string;
  readonly is_test: boolean;
  readonly created_at: Date;
  /** From when its retention counts: the newest run. Absent: it ran once, and `created_at` counts. */
  readonly counts_from?: Date;
  /** The run number: counts how often the client searched under this id. */
  readonly run: number;
  readonly state: SearchState;
  /** When a worker or the sweeper must look at the search again. Absent when `done`. */
  readonly due_at?: Date;
  /** The end of the search's open time under this run number. */
  readonly closes_at: Date;
  readonly lead: LeadData;
  readonly tracking: Tracking;
  readonly consent: SearchConsent;
  readonly extra: Readonly<Record<string, unknown>>;
  /** Keyed identity hashes of the newest data: the kind and the claim id. */
  readonly identities: readonly IdentityKey[];
  /** Keyed hashes of every e-mail address and phone number of all its runs. Absent: those of `identities`. */
  readonly all_identities?: readonly IdentityKey[];
  /** Keyed hashes under which the person may be suppressed, beside `identities`. */
  readonly suppression_keys?: readonly string[];
  readonly catalogue_version?: number;
  /** The results of the newest run. */
  readonly results: readonly StoredResult[];
  /** Absent: the search never ran again. */
  readonly earlier?: readonly EarlierRun[];
  readonly partners: readonly PartnerAsk[];
  /** Of the runs that are remembered. Absent: none. */
  readonly earlier_asks?: readonly EarlierAsk[];
  readonly verdicts: readonly OfferVerdict[];
  /** Verdicts that are not in `verdicts`. Absent: none. */
  readonly ruled_out?: RuledOut;
  readonly slots: readonly Slot[];
  readonly timeline: readonly TimelineEntry[];
  /** Absent: its person is still there. */
  readonly forgotten?: Forgotten;
  /** Only where it is read to be shown: the data key that this process lacks. What it seals is left out. */
  readonly lacks_key?: string;
}

/** An identity of a lead in the form that claims use. `key` is the keyed hash and the id of the claim document. */
export interface IdentityKey {
  readonly kind: 'email' | 'phone' | 'name_address' | 'name_dob_zip';
  readonly key: string;
}
