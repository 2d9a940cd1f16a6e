import type { BuyerAnswer, OutboundLead, PartnerResult } from '../../core/ports/destinations.js';
import type { HttpAnswer } from './exchange.js';

/** What a mapping makes of a lead: the body, and the headers that describe it. */
export interface MappedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A partner's results that are usable, best first, and a sentence for each fault (no values in it). */
export interface ReadResults {
  readonly results: readonly PartnerResult[];
  readonly faults: readonly string[];
}

/**
 * Between our shape of a lead and a destination's: how a request is written and how an answer is read. One offer's
 * destination has one. `undefined` from a reader: no rule reads this answer.
 */
export interface Mapping {
  request(lead: OutboundLead): MappedRequest;
  readAnswer(answer: HttpAnswer): BuyerAnswer | undefined;
  readResults(answer: HttpAnswer): ReadResults | undefined;
}
