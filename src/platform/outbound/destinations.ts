import type { Logger } from 'pino';
import type { Offer } from '../../core/catalogue/types.js';
import type { Destinations, PartnerAnswer } from '../../app/ports/destinations.js';
import type { DestinationHealth } from '../../core/delivery/delivered.js';
import { healthOf } from '../../core/destination-gate/call-result.js';
import type { HttpOutcome } from '../../core/delivery/http-outcome.js';
import { decodeAnswer } from './exchange.js';
import { createHttpClient } from './http-client.js';
import { createEvaluatorPool } from '../mapping/evaluator-pool.js';
import type { MappingEvaluator } from '../../app/ports/mapping-evaluator.js';
import { createMappings } from './mapping.js';
import { readDelivered } from '../../core/delivery/read-delivered.js';
import { prepareDelivery, prepareFollowUp, prepareQuery } from './requests.js';
import type { PreparedRequest } from '../../app/ports/prepared-request.js';
import { sendWithSecrets } from './secrets.js';

export interface DestinationsOptions {
  readonly settings: { readonly outboundAllow: readonly string[] };
  /** Where secrets are read at each use. */
  readonly env: NodeJS.ProcessEnv;
  readonly log: Pick<Logger, 'debug'>;
  readonly clock: () => Date;
  /** Where expressions are evaluated. By default: separate processes, which the first mapped offer starts. */
  readonly evaluator?: MappingEvaluator;
}

/**
 * All outbound calls, over one HTTP client. Each offer's mapping defines how requests are written and answers are
 * read.
 */
export function createDestinations(options: DestinationsOptions): Destinations & { close(): Promise<void> } {
  const { env, log, evaluator = createEvaluatorPool() } = options;
  const mappings = createMappings(evaluator, options.clock);
  const client = createHttpClient(options.settings.outboundAllow, options.clock);

  async function call(offer: Offer, what: string, prepared: PreparedRequest): Promise<HttpOutcome> {
    const started = performance.now();
    const outcome = await sendWithSecrets(client, prepared, env);
    const ms = Math.round(performance.now() - started);
    const how = outcome.kind === 'answered' ? { status: outcome.status } : { detail: outcome.detail };
    log.debug({ offer: offer.handle, what, outcome: outcome.kind, ...how, ms }, 'outbound call');
    return outcome;
  }

  return {
    async deliver(offer, lead, idempotencyKey, sendBy) {
      const prepared = await prepareDelivery(mappings, offer, lead, idempotencyKey);
      if (!prepared.ok)
        return { kind: 'never_sent', detail: `mapping: ${prepared.fault}`, ours: prepared.ours ?? 'mapping' };
      const { request, travel } = prepared.value;
      const outcome = await call(offer, 'delivery', { request: { ...request, sendBy }, travel });
      return readDelivered(outcome, options.clock, (answer) => mappings.readAnswer(offer, answer));
    },

    async followUp(offer, reference) {
      const prepared = prepareFollowUp(offer, reference);
      if (!prepared) {
        const detail = offer.delivery.follow_up
          ? 'the reference would lead to another address'
          : 'no follow_up is configured';
        return { kind: 'never_sent', detail, ours: 'settings' };
      }
      const outcome = await call(offer, 'follow-up', prepared);
      return readDelivered(outcome, options.clock, (answer) => mappings.readFollowUp(offer, answer));
    },

    async readCallback(offer, { headers, body }) {
      const decoded = await decodeAnswer(Buffer.from(body), headers);
      if ('fault' in decoded) return { detail: `callback: ${decoded.fault}` };
      return mappings.readCallback(offer, { status: 200, headers, body: decoded.text });
    },

    async askPartner(offer, lead, url, timeoutMs) {
      const { partner } = offer;
      if (!partner) return failed('no partner is configured', 'neither');
      const prepared = await prepareQuery(mappings, offer, partner.search, lead, url);
      if (!prepared.ok) return failed(`mapping: ${prepared.fault}`, 'neither');
      const { request, travel } = prepared.value;
      const inTime = { ...request, timeoutMs: Math.min(timeoutMs, request.timeoutMs) };
      const outcome = await call(offer, 'partner search', { request: inTime, travel });
      if (outcome.kind === 'never_sent') return failed(outcome.detail, healthOf(outcome));
      if (outcome.kind === 'unknown') return failed(outcome.detail, 'down');
      const read = await mappings.readResults(offer, outcome);
      if (read.ok) return { kind: 'answered', ...read.value };
      if (read.ours === 'evaluator') return failed(read.fault, 'neither');
      return failed(read.fault, outcome.status >= 500 ? 'down' : 'up');
    },

    async close() {
      await client.close();
      await evaluator.close();
    },
  };
}

const failed = (detail: string, health: DestinationHealth): PartnerAnswer => ({
  kind: 'failed',
  detail,
  health,
});
