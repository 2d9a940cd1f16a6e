import type { LeadField } from '../lead/fields.js';
import type { Limits } from '../limits/limits.js';

/** The compiled catalogue: one version, read-only, with links between its entries. Money in integer cents. */
export interface Catalogue {
  /** 0 when none was applied yet (an empty catalogue). */
  readonly version: number;
  readonly affiliates: ReadonlyMap<string, Affiliate>;
  readonly buyers: ReadonlyMap<string, Buyer>;
  readonly offers: ReadonlyMap<string, Offer>;
  readonly campaigns: ReadonlyMap<string, Campaign>;
}

/** `retired`: an earlier version named it, this one does not. History keeps it; nothing is sold through it. */
export type Retired = 'retired';

export interface Affiliate {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly status: 'active' | 'disabled' | Retired;
  /** `true`: of the offers it can post to (`offers` in files); `own`: of its own leads alone; `false`: off. */
  readonly dupe_check: boolean | 'own';
  /** Pre-checks in a UTC day; absent: DUPE_CHECKS_PER_DAY. */
  readonly dupe_checks_per_day?: number;
  /** For all its keys together, beside those of each key; absent, also in documents of former builds: none. */
  readonly limits?: Limits;
}

export interface OpenHours {
  /** ISO weekdays, 1 = Monday … 7 = Sunday. */
  readonly days: readonly number[];
  /** Wall-clock minutes after midnight in the buyer's zone, `from` < `to` ≤ 1440. */
  readonly from: number;
  readonly to: number;
}

export interface Buyer {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly time_zone: string;
  readonly status: 'active' | 'paused' | Retired;
  /** Empty: always open. */
  readonly delivery_hours: readonly OpenHours[];
  /** Calendar dates (YYYY-MM-DD) in the buyer's zone on which nothing is delivered. */
  readonly holidays: readonly string[];
  readonly caps: readonly Cap[];
}

export type CapWindow = 'hour' | 'day' | 'week' | 'month' | 'total';
export type CapScope = 'offer' | 'buyer' | 'campaign' | 'campaign_offer';

export interface Cap {
  /** Stable over versions while scope, owner, window, program and zone stay; the limit is not part of it. */
  readonly id: string;
  readonly scope: CapScope;
  readonly window: CapWindow;
  readonly limit: number;
  readonly program?: string;
  readonly time_zone: string;
}

export const OFFER_TYPES = ['shared', 'exclusive', 'true_exclusive'] as const;
export type OfferType = (typeof OFFER_TYPES)[number];
export type IdentityKind = 'email' | 'phone' | 'name_address' | 'name_dob_zip';
export type DuplicateScope = 'offer' | 'buyer' | 'service';

export interface DuplicatePolicy {
  readonly match: readonly IdentityKind[];
  readonly window_days: number;
  readonly scope: DuplicateScope;
}

/** One eligibility rule; exactly one of the tests is present. `age` is computed, every other field is the lead's. */
export interface FieldRule {
  readonly field: LeadField | 'age';
  readonly when_missing: 'pass' | 'fail';
  readonly test:
    | { readonly in: readonly string[] }
    | { readonly not_in: readonly string[] }
    | { readonly min?: number; readonly max?: number }
    | { readonly within_miles: number; readonly of: string }
    | { readonly at_least: string };
}
export type Rule = FieldRule | { readonly any: readonly Rule[] };

export interface Program {
  readonly value: string;
  readonly label: string;
  readonly eligibility: readonly Rule[];
  readonly required_fields: readonly LeadField[];
}

export const QUESTION_TYPES = ['select', 'text', 'date', 'number', 'checkbox'] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];

export interface Question {
  readonly name: string;
  readonly label?: string;
  readonly type: QuestionType;
  readonly required: boolean;
  readonly required_when?: { readonly program_ids: readonly string[] };
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly pattern?: string;
}

export interface School {
  readonly name: string;
  readonly logo_url?: string;
}

export type Encoding = 'json' | 'form' | 'xml';

/** One rule that reads an answer: JSONata over `status`, `headers` and `body`. The first whose `when` is true decides. */
export interface AnswerRule {
  readonly when: string;
  readonly outcome: AnswerOutcome;
  /** The buyer's name for the lead. */
  readonly reference?: string;
  /** The buyer's own words. */
  readonly reason?: string;
}
export type AnswerOutcome = 'accepted' | 'rejected' | 'duplicate' | 'pending' | 'retry';

/** An address of a buyer or partner: where, with which headers (secrets by name), what, how long. */
export interface Endpoint {
  readonly url: string;
  readonly method: 'POST' | 'PUT';
  /** Values may hold `${secret:NAME}`, resolved from the environment where the request is made. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSONata that gives the body; absent: the lead in our own shape, as JSON. */
  readonly body?: string;
  /** Of `body`; absent: json. */
  readonly encoding?: Encoding;
  readonly timeout_ms: number;
  readonly insecure_http: boolean;
  /** Requests are released no faster, counted over all processes. */
  readonly throttle?: { readonly per_minute: number };
  /** Requests under way at once, over all processes. */
  readonly max_in_flight?: number;
  /** Absent: `DEFAULT_BREAKER`. */
  readonly breaker?: Breaker;
}

/** When a destination that fails again and again is left alone. */
export interface Breaker {
  /** So many in a row open it. */
  readonly failures: number;
  /** How long it stays open before one request tries again. */
  readonly open_for_ms: number;
  /** Whether searches go on offering what is delivered there. */
  readonly offer_while_open: boolean;
}

export interface FollowUp {
  /** May hold `${reference}`. */
  readonly url: string;
  readonly every_ms: number;
  readonly for_ms: number;
  /** Absent: the delivery's. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Absent: its answers are read like the delivery's. */
  readonly answers?: readonly AnswerRule[];
}

export interface Delivery extends Endpoint {
  /** How long "never sent" and "try again" are repeated, from when the lead is first due. */
  readonly window_ms: number;
  readonly idempotent: boolean;
  /** Absent: answers are in our own shape. */
  readonly answers?: readonly AnswerRule[];
  readonly follow_up?: FollowUp;
  /** Where `leadkeep try --send` posts; nothing else ever does. Absent: it refuses. */
  readonly test_url?: string;
  /** How callbacks prove that they are the buyer's; absent: by the address alone. `secret` is `${secret:NAME}`. */
  readonly callback?: { readonly secret: string };
}

/** A partner's search. */
export interface PartnerSearch extends Endpoint {
  /** Where a test search may go; without it a test search does not ask this partner. */
  readonly test_url?: string;
  /** JSONata that gives the list of results; absent: the answer is in our own shape. */
  readonly results?: string;
}

export interface PartnerApi {
  readonly search: PartnerSearch;
  /** The share of the partner's bid that is the client's payout, 0–1; absent: the campaign's payout. */
  readonly payout_share?: number;
}

export interface Offer {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly buyer: Buyer;
  readonly school?: School;
  readonly kind: 'direct' | 'partner';
  readonly offer_type: OfferType;
  readonly status: 'active' | 'paused' | Retired;
  /** What the buyer pays, in cents. Never on the affiliate's side. */
  readonly price_cents?: number;
  readonly tcpa_text?: string;
  readonly consent_required: boolean;
  readonly result_ttl_ms: number;
  readonly required_fields: readonly LeadField[];
  readonly eligibility: readonly Rule[];
  readonly programs: readonly Program[];
  readonly questions: readonly Question[];
  readonly duplicates: DuplicatePolicy;
  readonly caps: readonly Cap[];
  /** Where its leads are posted (for a partner offer: the partner's submit address). */
  readonly delivery: Delivery;
  /** Present when `kind` is `partner`. */
  readonly partner?: PartnerApi;
}

export interface CampaignOffer {
  readonly offer: Offer;
  /** The client's payout; absent when none is configured. */
  readonly payout_cents?: number;
  readonly program_payouts_cents: Readonly<Record<string, number>>;
  readonly priority: number;
  readonly caps: readonly Cap[];
}

export interface Campaign {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly affiliate: Affiliate;
  readonly status: 'active' | 'inactive' | Retired;
  readonly time_zone: string;
  readonly max_accepted_submissions: number;
  readonly caps: readonly Cap[];
  /** By offer id. */
  readonly offers: ReadonlyMap<string, CampaignOffer>;
}

export const EMPTY_CATALOGUE: Catalogue = {
  version: 0,
  affiliates: new Map(),
  buyers: new Map(),
  offers: new Map(),
  campaigns: new Map(),
};
