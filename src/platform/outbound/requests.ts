import type { Endpoint, Offer } from '../../core/catalogue/types.js';
import type { OutboundLead } from '../../core/delivery/outbound-lead.js';
import type { OutboundNotice } from '../../core/person/buyer-notice.js';
import type { NoticeTarget } from '../../app/ports/notice-store.js';
import type { Mapped, MappingEvaluator } from '../../app/ports/mapping-evaluator.js';
import type { PreparedRequest } from '../../app/ports/prepared-request.js';
import { fillAddress } from './fill-address.js';
import type { Mappings } from '../../app/ports/mappings.js';
import type { RequestWriter } from '../../app/ports/request-writer.js';
import { createMappings } from './mappings.js';

/** Prepares requests as they would be sent at the clock's time. Needs only an evaluator. */
export function createRequestWriter(evaluator: MappingEvaluator, clock: () => Date): RequestWriter {
  const mappings = createMappings(evaluator, clock);
  return {
    delivery: (offer, lead, idempotencyKey) => prepareDelivery(mappings, offer, lead, idempotencyKey),
    query: (offer, search, query, url) => prepareQuery(mappings, offer, search, query, url),
  };
}

type Own = Readonly<Record<string, string>>;

/** Prepares a lead's delivery, or the submit of a partner's result. */
export async function prepareDelivery(
  mappings: Pick<Mappings, 'writeLead'>,
  offer: Offer,
  lead: OutboundLead,
  idempotencyKey: string,
): Promise<Mapped<PreparedRequest>> {
  const { delivery } = offer;
  const written = await mappings.writeLead(offer, lead);
  if (!written.ok) return written;
  const { headers: described, body } = written.value;
  // The catalogue may override the headers that a mapping sets for its body, but never the lead's own key.
  const headers = { ...headersOf(described, delivery), 'idempotency-key': idempotencyKey };
  const { method, url, timeout_ms: timeoutMs } = delivery;
  // Only a request to an idempotent buyer may use a kept connection.
  const travel = { insecureHttp: delivery.insecure_http, freshConnection: !delivery.idempotent };
  return { ok: true, value: { request: { method, url, headers, body, timeoutMs }, travel } };
}

/** Prepares a partner search at `url`, which is the search address or the test address. A search sells nothing. */
export async function prepareQuery(
  mappings: Pick<Mappings, 'writeQuery'>,
  offer: Offer,
  search: Endpoint,
  query: OutboundLead,
  url: string,
): Promise<Mapped<PreparedRequest>> {
  const written = await mappings.writeQuery(offer, query);
  if (!written.ok) return written;
  const { headers, body } = written.value;
  const { method } = search;
  const prepared = harmless(search, { method, url, headers: headersOf(headers, search) });
  return { ok: true, value: { ...prepared, request: { ...prepared.request, body } } };
}

/** Prepares what a buyer is told of a revocation or an erasure. It may hear it twice, by the same key. */
export async function prepareNotice(
  mappings: Pick<Mappings, 'writeNotice'>,
  { buyer_id, endpoint, url }: NoticeTarget,
  notice: OutboundNotice,
  idempotencyKey: string,
): Promise<Mapped<PreparedRequest>> {
  const written = await mappings.writeNotice(buyer_id, endpoint, notice);
  if (!written.ok) return written;
  const headers = { ...headersOf(written.value.headers, endpoint), 'idempotency-key': idempotencyKey };
  const request = { method: endpoint.method, url, headers, body: written.value.body };
  return { ok: true, value: harmless(endpoint, request) };
}

/**
 * Prepares the request that asks what became of a lead. `reference` is the buyer's name for it. Undefined if no
 * follow-up is configured, or if the reference would lead to another address.
 */
export function prepareFollowUp({ delivery }: Offer, reference: string): PreparedRequest | undefined {
  if (!delivery.follow_up) return undefined;
  const url = fillAddress(delivery.follow_up.url, reference);
  if (url === undefined) return undefined;
  const headers = headersOf(
    { accept: 'application/json, */*;q=0.5' },
    { headers: delivery.follow_up.headers ?? delivery.headers },
  );
  return harmless(delivery, { method: 'GET', url, headers });
}

/** A request that sells nothing may be repeated, so it may use a kept connection. */
export const harmless = (
  { timeout_ms: timeoutMs, insecure_http: insecureHttp }: Pick<Endpoint, 'timeout_ms' | 'insecure_http'>,
  request: Omit<PreparedRequest['request'], 'timeoutMs'>,
): PreparedRequest => ({
  request: { ...request, timeoutMs },
  travel: { insecureHttp, freshConnection: false },
});

/** The headers of a request: those that describe it, and the catalogue's, which win. */
export function headersOf(described: Own, { headers }: Pick<Endpoint, 'headers'>): Own {
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { 'user-agent': 'Leadkeep', ...described, ...Object.fromEntries(own) };
}
