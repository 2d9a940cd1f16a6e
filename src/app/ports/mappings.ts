import type { NoticeEndpoint, Offer } from '../../core/catalogue/types.js';
import type { HttpResponse } from '../../core/delivery/http-result.js';
import type { OutboundLead } from '../../core/delivery/outbound-lead.js';
import type { AnswerRead, CallbackRead } from '../../core/delivery/classify-delivery.js';
import type { OutboundNotice } from '../../core/person/buyer-notice.js';
import type { ReadResults } from '../../core/search/partner-result.js';
import type { Mapped } from './mapping-evaluator.js';

/** The result of mapping a lead: the body, and the headers that describe the body. */
export interface MappedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Translates between our format of a lead and the format of a destination: writes requests and reads answers. */
export interface Mappings {
  /** A delivery, or the submit of a partner's result. */
  writeLead(offer: Offer, lead: OutboundLead): Promise<Mapped<MappedRequest>>;
  /** A partner's search. */
  writeQuery(offer: Offer, query: OutboundLead): Promise<Mapped<MappedRequest>>;
  /** What a buyer is told of a revocation or an erasure. `id`: the buyer's. */
  writeNotice(id: string, endpoint: NoticeEndpoint, notice: OutboundNotice): Promise<Mapped<MappedRequest>>;
  readAnswer(offer: Offer, answer: HttpResponse): Promise<AnswerRead>;
  /** Reads a callback by the rules of the delivery. Only a callback may return a lead. */
  readCallback(offer: Offer, callback: HttpResponse): Promise<CallbackRead>;
  readFollowUp(offer: Offer, answer: HttpResponse): Promise<AnswerRead>;
  readResults(offer: Offer, answer: HttpResponse): Promise<Mapped<ReadResults>>;
}
