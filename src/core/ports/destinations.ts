import type { AnswerOutcome, Offer, Question } from '../catalogue/types.js';

/** Our own shape of a lead for buyers and partners: what every mapping starts from. */
export interface OutboundLead {
  readonly lead_id?: string;
  /** Where the buyer of this lead may call back. */
  readonly callback_url?: string;
  readonly search_id?: string;
  readonly lead: Readonly<Record<string, unknown>>;
  readonly tracking: Readonly<Record<string, unknown>>;
  readonly consent?: Readonly<Record<string, unknown>>;
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly program?: { readonly value: string; readonly label: string };
  readonly offer: { readonly id: string; readonly handle: string; readonly name: string };
  readonly affiliate: { readonly handle: string };
  readonly result?: { readonly reference: string };
}

/** What a buyer's answer says, read by the destination's rules. */
export interface BuyerAnswer {
  readonly outcome: AnswerOutcome;
  readonly reference?: string;
  /** The buyer's own words, not yet cleaned. */
  readonly reason?: string;
}

/** What a request says about its destination. `neither`: it never came that far. */
export type Health = 'up' | 'down' | 'neither';

/** What a buyer sent on its own. Header names are lower case. */
export interface SentCallback {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * What hinders us, and says nothing of a destination: a mapping that fails, no process to evaluate it in, a secret that is
 * not set here, an address that the guard refuses, settings that name no way; `late`: this process stood still until the
 * request could not leave any more.
 */
export type OwnFault = 'late' | 'mapping' | 'evaluator' | 'secret' | 'address' | 'settings';

/**
 * The three outcomes of a delivery. `detail` is an error class or rule for the operator, no personal data. `ours`: the
 * fault is ours; absent where the destination or the way to it is at fault, or nobody.
 */
export type Delivered =
  | {
      readonly kind: 'never_sent';
      readonly detail: string;
      readonly ours?: OwnFault;
    }
  | {
      readonly kind: 'answered';
      readonly answer: BuyerAnswer;
      readonly status: number;
      readonly detail?: string;
      /** The buyer asks not to be tried again before: of an answer that is read as `retry`. */
      readonly retry_after_ms?: number;
    }
  | {
      readonly kind: 'unknown';
      readonly detail: string;
      readonly status?: number;
      readonly ours?: OwnFault;
    };

/** One result of a partner's search, checked for shape. Money in cents. */
export interface PartnerResult {
  readonly reference: string;
  readonly name: string;
  readonly school?: { readonly name: string; readonly logo_url?: string };
  readonly programs: readonly { readonly value: string; readonly label: string }[];
  readonly questions: readonly Question[];
  readonly bid_cents?: number;
  readonly tcpa_text?: string;
  readonly expires_at?: Date;
}

export type PartnerAnswer =
  | {
      readonly kind: 'answered';
      readonly results: readonly PartnerResult[];
      readonly faults: readonly string[];
    }
  | { readonly kind: 'failed'; readonly detail: string; readonly health: Health };

/** Everything that leaves. No method throws: a destination's fault is data. No method retries. */
export interface Destinations {
  /** Nothing leaves after `sendBy`, by the wall clock. */
  deliver(offer: Offer, lead: OutboundLead, idempotencyKey: string, sendBy: Date): Promise<Delivered>;
  followUp(offer: Offer, reference: string): Promise<Delivered>;
  /** Reads a callback as the answers to deliveries are read, with status 200; no `answer`: no rule reads it. */
  readCallback(
    offer: Offer,
    callback: SentCallback,
  ): Promise<{ readonly answer?: BuyerAnswer; readonly detail: string }>;
  /** `url`: the partner's search address, or its test address. `timeout_ms` is what is left of the search. */
  askPartner(offer: Offer, lead: OutboundLead, url: string, timeoutMs: number): Promise<PartnerAnswer>;
}
