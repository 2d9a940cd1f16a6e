import type { Severity } from '../../core/alerts/finding.js';
import type {
  RuleOutcome,
  CapWindow,
  Encoding,
  IdentityKind,
  DuplicateScope,
  OfferType,
  QuestionType,
} from '../../core/catalogue/types.js';
import type { Operation } from '../../core/limits/limits.js';
import type { VerifyOutcome, WhenAway } from '../../core/verification/verify-step.js';
import type { PostbackEvent, WebhookEvent } from '../../core/webhooks/webhook-settings.js';

/** A valid catalogue as it is written in files: money in decimals, durations and references as text. */
export interface RawCatalogue {
  books?: RawBilled & { currency?: string; time_zone?: string; name?: string };
  alerts?: RawAlerts;
  four_eyes?: boolean;
  /** Durations like `90d`. */
  retention?: Record<string, string>;
  stages?: RawStage[];
  affiliates?: RawAffiliate[];
  buyers?: RawBuyer[];
  offers?: RawOffer[];
  campaigns?: RawCampaign[];
}

export interface RawAlerts {
  /** Durations like `5m`, shares like `80%`, and numbers. */
  thresholds?: Record<string, string | number>;
  channels?: RawAlertChannel[];
  heartbeat?: RawAlertAddress & { every?: string };
}

export interface RawAlertAddress {
  url: string;
  headers?: Record<string, string>;
  insecure_http?: boolean;
}

/** One of `email`, `slack` and `webhook`. */
export interface RawAlertChannel extends Omit<RawAlertAddress, 'url'> {
  name: string;
  least?: Severity;
  /** `at`: a time like `08:00`. */
  digest?: { at: string; time_zone?: string };
  email?: string[];
  slack?: string;
  webhook?: string;
}

interface RawBilled {
  address?: string;
  payment_days?: number;
}

interface RawNamed {
  handle: string;
  id?: string;
  name: string;
}

/** `secret`: one, or two while one is replaced. */
export interface RawWebhook {
  url: string;
  secret: string | string[];
  events?: WebhookEvent[];
  insecure_http?: boolean;
}

export interface RawPostback {
  url: string;
  on?: PostbackEvent[];
  sign?: { secret: string; parameter: string };
  insecure_http?: boolean;
}

/** Where an affiliate hears of its leads. */
export interface RawTold {
  webhook?: RawWebhook;
  postback?: RawPostback;
}

export interface RawAffiliate extends RawNamed, RawTold, RawBilled {
  status?: 'active' | 'disabled';
  dupe_check?: boolean | 'own' | 'offers';
  dupe_checks_per_day?: number;
  accept_loose_formats?: boolean;
  limits?: Partial<Record<Operation, string>>;
}

export interface RawCap {
  window: CapWindow;
  limit: number;
  limit_range?: readonly [number, number];
  program?: string;
}

export interface RawBuyer extends RawNamed, RawBilled {
  time_zone?: string;
  delivery_hours?: { days: string[]; from: string; to: string }[];
  holidays?: string[];
  status?: 'active' | 'paused';
  caps?: RawCap[];
  returns?: RawReturns;
  stages?: RawStage[];
  revocation?: RawNoticeEndpoint;
  erasure?: RawNoticeEndpoint;
}

export type RawNoticeEndpoint = RawEndpoint & { test_url?: string };

/** `expected_within` is a duration. */
export interface RawStage {
  code: string;
  label: string;
  expected_within?: string;
  tell_affiliate?: boolean;
}

/** `within` is a duration, `max_share` a share like `10%`. */
export interface RawReturns {
  within: string;
  reasons: { code: string; label: string }[];
  max_share?: string;
  reverse_payout?: boolean;
  give_back_place?: boolean;
  release_claim?: boolean;
  review?: {
    decide_within: string;
    past_deadline?: 'decline' | 'accept';
    accept_at_once?: string[];
    show_evidence?: boolean;
  };
}

export interface RawRule {
  any?: RawRule[];
  field?: string;
  when_missing?: 'pass' | 'fail';
  in?: string[];
  not_in?: string[];
  min?: number;
  max?: number;
  within_miles?: number;
  of?: string;
  at_least?: string;
}

export interface RawQuestion {
  name: string;
  label?: string;
  type: QuestionType;
  required?: boolean;
  required_when?: { program_ids: string[] };
  options?: { value: string; label: string }[];
  pattern?: string;
}

export interface RawEndpoint {
  method?: 'POST' | 'PUT';
  url: string;
  headers?: Record<string, string>;
  encoding?: Encoding;
  body?: string;
  timeout?: string;
  insecure_http?: boolean;
  throttle?: { per_minute: number };
  max_in_flight?: number;
  breaker?: { failures?: number; open_for?: string; offer_while_open?: boolean };
}

export interface RawAnswerRule {
  when: string;
  outcome: RuleOutcome;
  reference?: string;
  reason?: string;
  evidence?: string;
  price?: string;
  on?: string;
}

export interface RawVerifyStep extends RawEndpoint {
  name: string;
  body: string;
  address?: string;
  hosts?: string[];
  answers: { when: string; outcome: VerifyOutcome; reason?: string; reference?: string }[];
  when_away: WhenAway;
  cache?: string;
  test_url?: string;
}

export interface RawDelivery extends RawEndpoint {
  window?: string;
  idempotent?: boolean;
  answers?: RawAnswerRule[];
  follow_up?: {
    url: string;
    every: string;
    for: string;
    headers?: Record<string, string>;
    answers?: RawAnswerRule[];
  };
  test_url?: string;
  callback?: { secret: string };
}

export interface RawOffer extends RawNamed {
  buyer: string;
  school?: { name: string; logo_url?: string };
  kind?: 'direct' | 'partner';
  offer_type: OfferType;
  status?: 'active' | 'paused';
  price?: number;
  price_range?: readonly [number, number];
  tcpa_text?: string;
  consent_required?: boolean;
  result_ttl?: string;
  required_fields?: string[];
  eligibility?: RawRule[];
  programs?: RawProgram[];
  questions?: RawQuestion[];
  duplicates?: { match?: IdentityKind[]; window_days?: number; scope?: DuplicateScope };
  caps?: RawCap[];
  returns?: RawReturns;
  delivery?: RawDelivery;
  partner?: {
    search: RawEndpoint & { test_url?: string; results?: string };
    submit: RawDelivery;
    payout_share?: number;
  };
  verify?: RawVerifyStep[];
}

export interface RawProgram {
  value: string;
  label: string;
  price?: number;
  eligibility?: RawRule[];
  required_fields?: string[];
}

export interface RawCampaignOffer {
  offer: string;
  price?: number;
  prices?: Record<string, number>;
  payout?: number;
  payouts?: Record<string, number>;
  payout_range?: readonly [number, number];
  priority?: number;
  caps?: RawCap[];
}

export interface RawCampaign extends RawNamed, RawTold {
  affiliate: string;
  status?: 'active' | 'inactive';
  time_zone?: string;
  max_accepted_submissions?: number;
  allow_fallbacks?: boolean;
  caps?: RawCap[];
  verify?: RawVerifyStep[];
  offers?: RawCampaignOffer[];
}
