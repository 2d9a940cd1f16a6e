import type { Logger } from 'pino';
import type { Endpoint, Offer } from '../../core/catalogue/types.js';
import type { Delivered, Destinations, PartnerAnswer } from '../../core/ports/destinations.js';
import type { HttpOutcome, OutboundRequest } from './exchange.js';
import { createHttpClient, type Travel } from './http-client.js';
import type { Mapping } from './mapping.js';
import { plainJson } from './plain-json.js';
import { resolveHeaders } from './secrets.js';

export interface DestinationsOptions {
  readonly settings: { readonly outboundAllow: readonly string[] };
  /** Where secrets are read, at the moment of use. */
  readonly env: NodeJS.ProcessEnv;
  readonly log: Pick<Logger, 'debug'>;
}

/** What one call adds to its endpoint. */
interface Call extends Travel {
  readonly endpoint: Pick<Endpoint, 'url' | 'headers'>;
  readonly method: OutboundRequest['method'];
  readonly headers: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
  readonly body?: string;
  readonly timeoutMs: number;
}

/** Everything that leaves, over one HTTP client. Every offer's mapping is our own plain JSON. */
export function createDestinations(options: DestinationsOptions): Destinations & { close(): Promise<void> } {
  const { env, log } = options;
  const client = createHttpClient(options.settings.outboundAllow);

  async function call(offer: Offer, what: string, { endpoint, ...rest }: Call): Promise<HttpOutcome> {
    const headers = resolveHeaders(endpoint.headers, env);
    if (!headers.ok) return { kind: 'never_sent', detail: `secret ${headers.missing} is not set` };
    const started = performance.now();
    const { method, body, timeoutMs, idempotencyKey } = rest;
    const outcome = await client.send(
      {
        method,
        url: endpoint.url,
        // The catalogue may change what a mapping says about its body, never the lead's own key.
        headers: {
          'user-agent': 'Leadkeep',
          ...rest.headers,
          ...headers.headers,
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        timeoutMs,
        ...(body === undefined ? {} : { body }),
      },
      rest,
    );
    const ms = Math.round(performance.now() - started);
    const how = outcome.kind === 'answered' ? { status: outcome.status } : { detail: outcome.detail };
    log.debug({ offer: offer.handle, what, outcome: outcome.kind, ...how, ms }, 'outbound call');
    return outcome;
  }

  return {
    async deliver(offer, lead, idempotencyKey) {
      const { delivery } = offer;
      const mapping = mappingOf(offer);
      const { headers, body } = mapping.request(lead);
      const outcome = await call(offer, 'delivery', {
        endpoint: delivery,
        method: delivery.method,
        headers,
        idempotencyKey,
        body,
        timeoutMs: delivery.timeout_ms,
        insecureHttp: delivery.insecure_http,
        freshConnection: !delivery.idempotent,
      });
      return delivered(outcome, mapping);
    },

    async followUp(offer, reference) {
      const { delivery } = offer;
      const mapping = mappingOf(offer);
      if (!delivery.follow_up) return { kind: 'never_sent', detail: 'no follow_up is configured' };
      // By way of UTF-8: half a surrogate pair can't be written into an address, and would throw.
      const written = encodeURIComponent(Buffer.from(reference).toString());
      const url = delivery.follow_up.url.replaceAll('${reference}', written);
      const outcome = await call(offer, 'follow-up', {
        ...harmless(delivery, url, delivery.timeout_ms),
        method: 'GET',
        headers: { accept: 'application/json' },
      });
      return delivered(outcome, mapping);
    },

    async askPartner(offer, lead, url, timeoutMs) {
      const { partner } = offer;
      const mapping = mappingOf(offer);
      if (!partner) return { kind: 'failed', detail: 'no partner is configured' };
      const { search } = partner;
      const { headers, body } = mapping.request(lead);
      const outcome = await call(offer, 'partner search', {
        ...harmless(search, url, Math.min(timeoutMs, search.timeout_ms)),
        method: search.method,
        headers,
        body,
      });
      return asked(outcome, mapping);
    },

    close: () => client.close(),
  };
}

/** The seam of the mapping language: today every destination speaks our own shape. */
const mappingOf = (_offer: Offer): Mapping => plainJson;

/** A call that sells nothing: it may be repeated, so it may travel on a kept connection. */
function harmless(endpoint: Endpoint, url: string, timeoutMs: number) {
  const { headers, insecure_http: insecureHttp } = endpoint;
  return { endpoint: { url, headers }, timeoutMs, insecureHttp, freshConnection: false };
}

function delivered(outcome: HttpOutcome, mapping: Mapping): Delivered {
  if (outcome.kind !== 'answered') return outcome;
  const answer = mapping.readAnswer(outcome);
  if (!answer) return { kind: 'unknown', detail: 'answer: no rule reads it', status: outcome.status };
  return { kind: 'answered', answer, status: outcome.status, detail: `result ${answer.outcome}` };
}

function asked(outcome: HttpOutcome, mapping: Mapping): PartnerAnswer {
  if (outcome.kind !== 'answered') return { kind: 'failed', detail: outcome.detail };
  const read = mapping.readResults(outcome);
  if (!read) return { kind: 'failed', detail: `answer: status ${outcome.status}, no rule reads it` };
  return { kind: 'answered', ...read };
}
