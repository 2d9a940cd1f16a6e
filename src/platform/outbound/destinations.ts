import type { Logger } from 'pino';
import type { Endpoint, Offer } from '../../core/catalogue/types.js';
import { retryAfterMs } from '../../core/lead-work/retry-after.js';
import type { Delivered, Destinations, Health, PartnerAnswer } from '../../core/ports/destinations.js';
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
      return delivered(outcome, options.clock, (answer) => mappings.readAnswer(offer, answer));
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
      return delivered(outcome, options.clock, (answer) => mappings.readFollowUp(offer, answer));
    },

    async askPartner(offer, lead, url, timeoutMs) {
      const { partner } = offer;
      if (!partner) return failed('no partner is configured', 'neither');
      const { search } = partner;
      const written = await mappings.writeQuery(offer, lead);
      if (!written.ok) return failed(`mapping: ${written.fault}`, 'neither');
      const outcome = await call(offer, 'partner search', {
        ...harmless(search, url, Math.min(timeoutMs, search.timeout_ms)),
        ...written.value,
        method: search.method,
      });
      if (outcome.kind !== 'answered') return failed(outcome.detail, 'down');
      const read = await mappings.readResults(offer, outcome);
      if (read.ok) return { kind: 'answered', ...read.value };
      return failed(read.fault, outcome.status >= 500 ? 'down' : 'up');
    },

    async close() {
      await client.close();
      await evaluator.close();
    },
  };
}

const failed = (detail: string, health: Health): PartnerAnswer => ({ kind: 'failed', detail, health });

/** A call that sells nothing: it may be repeated, so it may travel on a kept connection. */
function harmless(endpoint: Endpoint, url: string, timeoutMs: number) {
  const { headers, insecure_http: insecureHttp } = endpoint;
  return { endpoint: { url, headers }, timeoutMs, insecureHttp, freshConnection: false };
}

async function delivered(
  outcome: HttpOutcome,
  clock: () => Date,
  readWith: (answer: HttpAnswer) => Promise<AnswerRead>,
): Promise<Delivered> {
  if (outcome.kind !== 'answered') return outcome;
  const { status } = outcome;
  const { answer, detail } = await readWith(outcome);
  if (!answer) return { kind: 'unknown', detail, status };
  const after =
    answer.outcome === 'retry' ? retryAfterMs(outcome.headers['retry-after'], clock()) : undefined;
  return {
    kind: 'answered',
    answer,
    status,
    detail,
    ...(after === undefined ? {} : { retry_after_ms: after }),
  };
}
