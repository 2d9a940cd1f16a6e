import type { Logger } from 'pino';
import type { Endpoint, Offer } from '../../core/catalogue/types.js';
import type { Delivered, Destinations } from '../../core/ports/destinations.js';
import type { HttpAnswer, HttpOutcome, OutboundRequest } from './exchange.js';
import { createHttpClient, type Travel } from './http-client.js';
import { createEvaluatorPool } from '../mapping/evaluator-pool.js';
import type { MappingEvaluator } from '../mapping/evaluator.js';
import { createMappings, type AnswerRead } from './mapping.js';
import { resolveHeaders } from './secrets.js';

export interface DestinationsOptions {
  readonly settings: { readonly outboundAllow: readonly string[] };
  /** Where secrets are read, at the moment of use. */
  readonly env: NodeJS.ProcessEnv;
  readonly log: Pick<Logger, 'debug'>;
  readonly clock: () => Date;
  /** Where expressions are evaluated; absent: in processes of their own, started by the first mapped offer. */
  readonly evaluator?: MappingEvaluator;
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

/** Everything that leaves, over one HTTP client, written and read as each offer's mapping says. */
export function createDestinations(options: DestinationsOptions): Destinations & { close(): Promise<void> } {
  const { env, log, evaluator = createEvaluatorPool() } = options;
  const mappings = createMappings(evaluator, options.clock);
  const client = createHttpClient(options.settings.outboundAllow);

  async function call(offer: Offer, what: string, { endpoint, ...rest }: Call): Promise<HttpOutcome> {
    const headers = resolveHeaders(endpoint.headers, env);
    if (!headers.ok) return { kind: 'never_sent', detail: headers.fault };
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
      const written = await mappings.writeLead(offer, lead);
      if (!written.ok) return { kind: 'never_sent', detail: `mapping: ${written.fault}` };
      const outcome = await call(offer, 'delivery', {
        ...written.value,
        endpoint: delivery,
        method: delivery.method,
        idempotencyKey,
        timeoutMs: delivery.timeout_ms,
        insecureHttp: delivery.insecure_http,
        freshConnection: !delivery.idempotent,
      });
      return delivered(outcome, (answer) => mappings.readAnswer(offer, answer));
    },

    async followUp(offer, reference) {
      const { delivery } = offer;
      if (!delivery.follow_up) return { kind: 'never_sent', detail: 'no follow_up is configured' };
      // By way of UTF-8: half a surrogate pair can't be written into an address, and would throw.
      const written = encodeURIComponent(Buffer.from(reference).toString());
      const url = delivery.follow_up.url.replaceAll('${reference}', written);
      const outcome = await call(offer, 'follow-up', {
        ...harmless(delivery, url, delivery.timeout_ms),
        method: 'GET',
        headers: { accept: 'application/json, */*;q=0.5' },
      });
      return delivered(outcome, (answer) => mappings.readFollowUp(offer, answer));
    },

    async askPartner(offer, lead, url, timeoutMs) {
      const { partner } = offer;
      if (!partner) return { kind: 'failed', detail: 'no partner is configured' };
      const { search } = partner;
      const written = await mappings.writeQuery(offer, lead);
      if (!written.ok) return { kind: 'failed', detail: `mapping: ${written.fault}` };
      const outcome = await call(offer, 'partner search', {
        ...harmless(search, url, Math.min(timeoutMs, search.timeout_ms)),
        ...written.value,
        method: search.method,
      });
      if (outcome.kind !== 'answered') return { kind: 'failed', detail: outcome.detail };
      const read = await mappings.readResults(offer, outcome);
      return read.ok ? { kind: 'answered', ...read.value } : { kind: 'failed', detail: read.fault };
    },

    async close() {
      await client.close();
      await evaluator.close();
    },
  };
}

/** A call that sells nothing: it may be repeated, so it may travel on a kept connection. */
function harmless(endpoint: Endpoint, url: string, timeoutMs: number) {
  const { headers, insecure_http: insecureHttp } = endpoint;
  return { endpoint: { url, headers }, timeoutMs, insecureHttp, freshConnection: false };
}

async function delivered(
  outcome: HttpOutcome,
  readWith: (answer: HttpAnswer) => Promise<AnswerRead>,
): Promise<Delivered> {
  if (outcome.kind !== 'answered') return outcome;
  const { status } = outcome;
  const { answer, detail } = await readWith(outcome);
  return answer ? { kind: 'answered', answer, status, detail } : { kind: 'unknown', detail, status };
}
