import type { Offer } from '../../core/catalogue/types.js';
import type { BuyerAnswer, Delivered, DestinationHealth } from '../../core/delivery/delivered.js';
import type { OutboundLead } from '../../core/delivery/outbound-lead.js';
import type { PartnerResult } from '../../core/search/partner-result.js';

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
  | { readonly kind: 'failed'; readonly detail: string; readonly health: DestinationHealth };

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
