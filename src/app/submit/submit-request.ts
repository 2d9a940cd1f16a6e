import type { LeadData } from '../../core/lead/lead-data.js';
import type { Caller } from '../affiliate-ownership.js';
import type { WorkLog } from '../ports/work-ports.js';

interface CommonRequest {
  readonly svc_campaign_id: string;
  readonly svc_affiliate_id: string;
  readonly svc_is_test_lead?: boolean;
  /** Consent, program and answers are checked when the lead is evaluated. Here they are as sent, of any type. */
  readonly tcpa_consent?: unknown;
  readonly consent_button_label?: unknown;
  readonly consent_cert_url?: unknown;
  readonly universal_lead_ref?: unknown;
  readonly program_id?: unknown;
  readonly [extra: string]: unknown;
}

/** Form A: a result of a search. */
export interface ResultRequest extends CommonRequest {
  readonly svc_result_id: string;
  readonly search_lead_id: string;
  readonly lead?: Readonly<Record<string, unknown>>;
  readonly tracking?: Readonly<Record<string, unknown>>;
}

/** Form B: a direct post to an offer. */
export interface DirectRequest extends CommonRequest {
  readonly svc_offer_id: string;
  readonly lead: Readonly<Record<string, unknown>>;
  readonly tracking: { readonly ip_address: string } & Readonly<Record<string, unknown>>;
  readonly svc_lead_id?: string;
  /** Offers to try, in order, when the one before can't take the lead now. */
  readonly fallbacks?: readonly FallbackRequest[];
}

/** One fallback of a direct post. */
export interface FallbackRequest {
  readonly svc_offer_id: string;
  readonly tcpa_consent: true;
  readonly consent_button_label?: string;
  readonly program_id?: string;
  readonly answers?: Readonly<Record<string, unknown>>;
}

/** A submit whose form is valid. */
export type SubmitRequest = ResultRequest | DirectRequest;

/** One call that submits a lead. */
export interface SubmitCall<Request = SubmitRequest> {
  readonly body: Request;
  /** Members of the body that belong to no form: answers, lead fields sent at the top level, extra keys. */
  readonly others: Readonly<Record<string, unknown>>;
  /** Reads lead fields that were sent at the top level. Throws the caller's own refusal if one is malformed. */
  readonly readLeadFields: (sent: Readonly<Record<string, unknown>>) => LeadData;
  /** Throws the caller's own refusal if the text of one of these members was changed, as that of an extra key may be. */
  readonly requireWhole: (names: readonly string[]) => void;
  readonly key: Caller;
  readonly request_id: string;
  readonly idempotency_key?: string;
  /** When this process saw the call. */
  readonly now: Date;
  /** For how many ms at most its caller may have waited by then. */
  readonly waited_ms?: number;
  /** Called when the lead is stored and queued, and the call only waits. */
  readonly stored?: () => void;
  readonly log: WorkLog;
}
