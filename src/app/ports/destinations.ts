import type { Offer } from '../../core/catalogue/types.js';
import type { BuyerAnswer, Delivered, Health } from '../../core/delivery/delivered.js';
import type { PartnerResult } from '../../core/search/partner-result.js';

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

/** What a buyer sent on its own. Header names are lower case. */
export interface SentCallback {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
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
