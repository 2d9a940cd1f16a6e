import type { AlertSettings } from '../alerts/settings.js';
import type { Endpoint } from './endpoint.js';
import type { LeadField } from '../lead/fields.js';
import type { Limits } from '../limits/limits.js';
import type { Retention } from '../retention/retention.js';
import type { VerifyStep } from '../verification/verify-step.js';
import type { Told } from '../webhooks/webhook-settings.js';
import type { Stage } from './stages.js';
import type { Returns } from './returns.js';

export type { Breaker, Encoding, Endpoint } from './endpoint.js';

/** The compiled catalogue: one version, read-only, with links between its entries. Money is in integer cents. */
export interface Catalogue {
  /** 0 if no catalogue was applied yet; the catalogue is then empty. */
  readonly version: number;
  readonly books: Books;
  /** Absent: no channels, and default thresholds (`alertSettingsOf`). */
  readonly alerts?: AlertSettings;
  readonly retention?: Partial<Retention>;
  readonly affiliates: ReadonlyMap<string, Affiliate>;
  /** What becomes of sold leads, where a buyer has no stages of its own. Absent: nothing is reported. */
  readonly stages?: readonly Stage[];
  readonly buyers: ReadonlyMap<string, Buyer>;
  readonly offers: ReadonlyMap<string, Offer>;
  readonly campaigns: ReadonlyMap<string, Campaign>;
}

/** What the books are kept in, and who keeps them. Currency and zone never change after the first entry. */
export interface Books extends Billed {
  /** ISO 4217, with two decimals. */
  readonly currency: string;
  /** The accounting zone: its days and months are those of statements. */
  readonly time_zone: string;
  /** The exchange's own name on statements. */
  readonly name?: string;
}

/** What statements say of a party, or of the exchange. */
export interface Billed {
  /** Its postal address, in lines. */
  readonly address?: string;
  /** How many days after the end of the month payment is due. The exchange's counts where a party has none. */
  readonly payment_days?: number;
}
export const DEFAULT_BOOKS: Books = { currency: 'USD', time_zone: 'UTC' };

/** All leads, as a share in basis points. */
export const ALL_BP = 10_000;

/** An earlier version contained the entry, but this version does not. It is kept for history, and sells nothing. */
export type Retired = 'retired';

export interface Affiliate extends Told, Billed {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly status: 'active' | 'disabled' | Retired;
  /** `true` (`offers` in files): checks offers that it can post to. `own`: checks only its own leads. `false`: off. */
  readonly dupe_check: boolean | 'own';
  /** The limit of pre-checks per UTC day. Absent: DUPE_CHECKS_PER_DAY. */
  readonly dupe_checks_per_day?: number;
  /** Whether lead fields in other forms are put into the form wanted. Absent: they are refused. */
  readonly accept_loose_formats?: boolean;
  /** Limits for all its keys together, besides each key's own. Absent: none. */
  readonly limits?: Limits;
}

/** A pause that ends by itself, from `from` until just before `until`. A timed change sets it, and no version holds it. */
export interface TimedPause {
  readonly from: Date;
  readonly until: Date;
}

/** The timed changes that set prices and payouts of an entry, by `amountName`. No version holds them. */
export type TimedAmounts = Readonly<Record<string, number>>;

export interface OpenHours {
  /** ISO weekdays, 1 = Monday … 7 = Sunday. */
  readonly days: readonly number[];
  /** Wall-clock minutes after midnight in the buyer's time zone; `from` < `to` ≤ 1440. */
  readonly from: number;
  readonly to: number;
}

export interface Buyer extends Billed {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly time_zone: string;
  readonly status: 'active' | 'paused' | Retired;
  /** It is paused for a time. */
  readonly timed_pause?: TimedPause;
  /** Empty: always open. */
  readonly delivery_hours: readonly OpenHours[];
  /** Calendar dates (YYYY-MM-DD) in the buyer's time zone. Nothing is delivered on them. */
  readonly holidays: readonly string[];
  readonly caps: readonly Cap[];
  /** Absent: no return is accepted. */
  readonly returns?: Returns;
  /** Replaces the stages of all buyers. */
  readonly stages?: readonly Stage[];
  /** Where the buyer hears that a person revoked the consent. Absent: somebody must tell it. */
  readonly revocation?: NoticeEndpoint;
  /** Where the buyer hears that a person is to be erased. Absent: somebody must tell it. */
  readonly erasure?: NoticeEndpoint;
}

export type CapWindow = 'hour' | 'day' | 'week' | 'month' | 'total';
export type CapScope = 'offer' | 'buyer' | 'campaign' | 'campaign_offer';

export interface Cap {
  /** Stays the same in all versions unless scope, owner, window, program or time zone changes. Excludes the limit. */
  readonly id: string;
  readonly scope: CapScope;
  readonly window: CapWindow;
  readonly limit: number;
  /** Within which limits a timed change may set another one without who may apply the catalogue: the least and the most. */
  readonly limit_range?: readonly [number, number];
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

/** One eligibility rule with exactly one test. `age` is computed; every other field comes from the lead. */
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
  /** What the buyer pays for this program, in cents. Absent: the offer's price. */
  readonly price_cents?: number;
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

/** Reads an answer: JSONata over `status`, `headers` and `body`. The first rule with a true `when` applies. */
export interface AnswerRule {
  readonly when: string;
  readonly outcome: RuleOutcome;
  /** The buyer's reference for the lead. */
  readonly reference?: string;
  /** The reason in the buyer's own words. */
  readonly reason?: string;
  /** What the buyer shows for a return. */
  readonly evidence?: string;
  /** What the buyer says it pays. It wins over the configured price. */
  readonly price?: string;
  /** Of a `stage`: the day on which the lead reached it. Its code is the `reason`, what it is worth the `price`. */
  readonly on?: string;
}
/**
 * `returned`: the buyer sends an accepted lead back. `stage`: what became of one after its sale. Only a signed callback
 * may say so.
 */
export type RuleOutcome = AnswerOutcome | CallbackOnly;
export const CALLBACK_ONLY = ['returned', 'revoked', 'stage'] as const;
export type CallbackOnly = (typeof CALLBACK_ONLY)[number];
export const isCallbackOnly = (outcome: RuleOutcome): outcome is CallbackOnly =>
  (CALLBACK_ONLY as readonly string[]).includes(outcome);
export type AnswerOutcome = 'accepted' | 'rejected' | 'duplicate' | 'pending' | 'retry';

/** Where a buyer is told what a person asked for. */
export interface NoticeEndpoint extends Endpoint {
  /** The address for test leads. Absent: the buyer hears nothing of them. */
  readonly test_url?: string;
}

export interface FollowUp {
  /** May contain `${reference}`. */
  readonly url: string;
  readonly every_ms: number;
  readonly for_ms: number;
  /** Absent: the delivery's headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Absent: the delivery's rules. */
  readonly answers?: readonly AnswerRule[];
}

export interface Delivery extends Endpoint {
  /** How long delivery is retried after "never sent" or "try again", counted from when the lead is first due. */
  readonly window_ms: number;
  readonly idempotent: boolean;
  /** Absent: answers are in Leadkeep's own format. */
  readonly answers?: readonly AnswerRule[];
  readonly follow_up?: FollowUp;
  /** Only `leadkeep try --send` posts to this address. Absent: the command refuses to send. */
  readonly test_url?: string;
  /** How the buyer signs callbacks. Absent: only the address authenticates them. `secret` is `${secret:NAME}`. */
  readonly callback?: { readonly secret: string };
}

/** The address that searches at a partner. */
export interface PartnerSearch extends Endpoint {
  /** The address for test searches. Absent: a test search does not ask this partner. */
  readonly test_url?: string;
  /** JSONata that returns the list of results. Absent: the answer is in Leadkeep's own format. */
  readonly results?: string;
}

export interface PartnerApi {
  readonly search: PartnerSearch;
  /** The share (0–1) of the partner's bid that the affiliate receives as payout. Absent: the campaign's payout. */
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
  /** It is paused for a time. */
  readonly timed_pause?: TimedPause;
  /** What the buyer pays, in cents. The affiliate never sees it. */
  readonly price_cents?: number;
  /** Within which prices a timed change may set another one, as a cap's `limit_range`; on every campaign. */
  readonly price_range_cents?: readonly [number, number];
  readonly timed_amounts?: TimedAmounts;
  readonly tcpa_text?: string;
  readonly consent_required: boolean;
  readonly result_ttl_ms: number;
  readonly required_fields: readonly LeadField[];
  readonly eligibility: readonly Rule[];
  readonly programs: readonly Program[];
  readonly questions: readonly Question[];
  readonly duplicates: DuplicatePolicy;
  readonly caps: readonly Cap[];
  /** Replaces the buyer's rules as a whole. */
  readonly returns?: Returns;
  /** Where leads for this offer are posted. For a partner offer, this is the partner's submit address. */
  readonly delivery: Delivery;
  /** Present if `kind` is `partner`. */
  readonly partner?: PartnerApi;
  /** Services that are asked before a lead is sold. Absent: none. */
  readonly verify?: readonly VerifyStep[];
}

export interface CampaignOffer {
  readonly offer: Offer;
  /** The affiliate's payout. Absent if it is not configured. */
  readonly payout_cents?: number;
  readonly program_payouts_cents: Readonly<Record<string, number>>;
  /** Within which payouts a timed change may set another one, as a cap's `limit_range`. */
  readonly payout_range_cents?: readonly [number, number];
  /** What the buyer pays for leads of this campaign, where it differs; for all programs, and by program. */
  readonly price_cents?: number;
  readonly program_prices_cents?: Readonly<Record<string, number>>;
  readonly timed_amounts?: TimedAmounts;
  readonly priority: number;
  readonly caps: readonly Cap[];
}

export interface Campaign extends Told {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly affiliate: Affiliate;
  readonly status: 'active' | 'inactive' | Retired;
  /** It is inactive for a time. */
  readonly timed_pause?: TimedPause;
  readonly time_zone: string;
  readonly max_accepted_submissions: number;
  /** Direct posts may name offers to fall back to. Absent: they may not. */
  readonly allow_fallbacks?: boolean;
  readonly caps: readonly Cap[];
  /** Services that are asked about each lead of the campaign, before those of its offer. Absent: none. */
  readonly verify?: readonly VerifyStep[];
  /** The campaign's offers by offer id. */
  readonly offers: ReadonlyMap<string, CampaignOffer>;
}

export const EMPTY_CATALOGUE: Catalogue = {
  version: 0,
  books: DEFAULT_BOOKS,
  affiliates: new Map(),
  buyers: new Map(),
  offers: new Map(),
  campaigns: new Map(),
};
