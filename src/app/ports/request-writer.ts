import type { Encoding, Endpoint, Offer } from '../../core/catalogue/types.js';
import type { OutboundLead } from '../../core/delivery/outbound-lead.js';
import type { Mapped } from './mapping-evaluator.js';
import type { PreparedRequest } from './prepared-request.js';

/** Writes requests as they would be sent, but without their secrets. */
export interface RequestWriter {
  /** The delivery of a lead, or the submit of a partner's result. */
  delivery(offer: Offer, lead: OutboundLead, idempotencyKey: string): Promise<Mapped<PreparedRequest>>;
  /** A partner's search at `url`: its search address or its test address. */
  query(offer: Offer, search: Endpoint, query: OutboundLead, url: string): Promise<Mapped<PreparedRequest>>;
}

/** Reads the body of a request back as data. */
export type BodyReader = (text: string, encoding: Encoding) => unknown;

/** What the source of a mapping has as literals, so it can't be made of the data that is mapped. */
export interface SpelledOut {
  /** The keys of its groups. */
  readonly keys: readonly string[];
  /** How many items its longest list has. */
  readonly longestList: number;
}

/** Reads requests, and the mappings that wrote them. */
export interface RequestReader {
  readonly readBody: BodyReader;
  readonly withExactNumbers: (source: string) => SpelledOut;
}
