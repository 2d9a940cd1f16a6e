import type { Offer } from '../../core/catalogue/types.js';
import type { DeliveryResult, DestinationHealth } from '../../core/delivery/delivery-result.js';
import type { CallbackRead } from '../../core/delivery/classify-delivery.js';
import type { ExchangeAbout } from '../../core/exchanges/exchange.js';
import type { OutboundLead } from '../../core/delivery/outbound-lead.js';
import type { PartnerResult } from '../../core/search/partner-result.js';

/** A request that a buyer sent to us. Header names are in lower case. */
export interface SentCallback {
  readonly headers: Readonly<Record<string, string>>;
  /** Unpacked. With `fault`, as much of it as there is to show. */
  readonly body: Uint8Array;
  /** Why `body` is not what the buyer says. */
  readonly fault?: BodyFault;
}

/** `packing`: its bytes are not packed as Content-Encoding says. `why`: in words, for operators. */
export interface BodyFault {
  readonly kind: 'broken_off' | 'too_large' | 'packing' | 'empty';
  readonly why: string;
}

/** A callback as it came. `cut`: why these are not all bytes of its body. */
export interface ReceivedCallback {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  readonly cut?: 'broken_off' | 'too_large';
}

/** Unpacks the body of a callback, by the same rules as that of an answer, to at most `limit` bytes. */
export type OpenCallback = (received: ReceivedCallback, limit: number) => Promise<SentCallback>;

export type PartnerAnswer =
  | {
      readonly kind: 'answered';
      readonly results: readonly PartnerResult[];
      readonly faults: readonly string[];
    }
  | {
      readonly kind: 'failed';
      readonly detail: string;
      readonly health: DestinationHealth;
      /** It is certain that no byte of a request was written. */
      readonly unsent?: true;
    };

/** When a lead may leave. What holds it back is looked at right before the first byte. */
export interface Leave {
  /** Nothing is sent after this moment, by the wall clock. */
  readonly by: Date;
  /** Why it must not leave. Undefined: it may. */
  readonly whyNot: () => string | undefined;
}

/**
 * All requests to buyers and partners. No method throws: a failure of a destination is data. No method retries.
 * `about`: the record that request and answer are evidence for; absent, nothing is kept.
 */
export interface Destinations {
  deliver(
    offer: Offer,
    lead: OutboundLead,
    idempotencyKey: string,
    leave: Leave,
    about?: ExchangeAbout,
  ): Promise<DeliveryResult>;
  followUp(offer: Offer, reference: string, about?: ExchangeAbout): Promise<DeliveryResult>;
  /** Reads a callback as if it were the answer to a delivery with status 200. No `answer`: no rule matches it. */
  readCallback(offer: Offer, callback: SentCallback): Promise<Omit<CallbackRead, 'internal_fault'>>;
  /**
   * `url`: the search address of the partner, or its test address. `timeoutMs`: the remaining time of the search. Nothing
   * is sent after it, by the wall clock.
   */
  askPartner(
    offer: Offer,
    lead: OutboundLead,
    url: string,
    timeoutMs: number,
    about?: ExchangeAbout,
  ): Promise<PartnerAnswer>;
}
