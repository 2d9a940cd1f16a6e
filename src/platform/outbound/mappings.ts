import type { Encoding, Endpoint, Offer } from '../../core/catalogue/types.js';
import type { OutboundNotice } from '../../core/person/buyer-notice.js';
import type { OutboundLead } from '../../core/delivery/outbound-lead.js';
import type { Mapped, MappingEvaluator } from '../../app/ports/mapping-evaluator.js';
import { singleValuesAsLists } from './single-values-as-lists.js';
import { readPartnerResults } from './partner-results.js';
import { withoutReturn } from '../../core/delivery/classify-delivery.js';
import type { Mappings, MappedRequest } from '../../app/ports/mappings.js';
import { readBuyerResponse, readPlainResults } from './read-buyer-response.js';

const TYPES: Readonly<Record<Encoding, { readonly 'content-type': string; readonly accept: string }>> = {
  json: { 'content-type': 'application/json', accept: 'application/json' },
  form: { 'content-type': 'application/x-www-form-urlencoded', accept: '*/*' },
  xml: { 'content-type': 'application/xml; charset=utf-8', accept: 'application/xml, text/xml, */*;q=0.5' },
};

/** The headers that describe a body. */
export const bodyHeaders = (encoding: Encoding): Readonly<Record<string, string>> => TYPES[encoding];

/**
 * Writes requests and reads responses by the mappings of an offer. Each part that an offer does not map uses the plain
 * format: the whole lead as JSON, and `readPlainAnswer` for responses.
 */
export function createMappings(evaluator: MappingEvaluator, clock: () => Date): Mappings {
  async function write(
    { id }: Pick<Offer, 'id'>,
    { body: source, encoding = 'json' }: Pick<Endpoint, 'body' | 'encoding'>,
    lead: OutboundLead | OutboundNotice,
  ): Promise<Mapped<MappedRequest>> {
    if (source === undefined) return { ok: true, value: { headers: TYPES.json, body: JSON.stringify(lead) } };
    const input = { ...lead, now: clock().toISOString() };
    const result = await evaluator.run<'write'>(id, { kind: 'write', source, encoding, input });
    return result.ok ? { ok: true, value: { headers: TYPES[encoding], body: result.value } } : result;
  }

  return {
    writeLead: (offer, lead) => write(offer, offer.delivery, lead),
    writeQuery: (offer, query) => write(offer, offer.partner?.search ?? {}, query),
    writeNotice: (id, endpoint, notice) => write({ id }, endpoint, notice),
    readAnswer: async (offer, response) =>
      withoutReturn(await readBuyerResponse(evaluator, offer, offer.delivery.answers, response)),
    readCallback: (offer, callback) => readBuyerResponse(evaluator, offer, offer.delivery.answers, callback),
    async readFollowUp(offer, response) {
      const rules = offer.delivery.follow_up?.answers ?? offer.delivery.answers;
      return withoutReturn(await readBuyerResponse(evaluator, offer, rules, response));
    },
    async readResults({ id, partner }, response) {
      const source = partner?.search.results;
      if (source === undefined) {
        const results = readPlainResults(response);
        return results
          ? { ok: true, value: results }
          : { ok: false, fault: `answer: status ${response.status}, no rule matches` };
      }
      if (response.status < 200 || response.status > 299)
        return { ok: false, fault: `answer: status ${response.status}` };
      const result = await evaluator.run<'list'>(id, { kind: 'list', source, answer: response });
      if (!result.ok) return { ...result, fault: `answer: ${result.fault}` };
      const results = readPartnerResults({ results: singleValuesAsLists(result.value) }, result.left_out);
      return results ? { ok: true, value: results } : { ok: false, fault: 'answer: results is not a list' };
    },
  };
}
