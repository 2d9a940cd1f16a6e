import type { Logger } from 'pino';
import type { Destinations, PartnerAnswer } from '../../app/ports/destinations.js';
import type { DestinationHealth } from '../../core/delivery/delivery-result.js';
import { healthOf } from '../../core/destination-gate/call-result.js';
import type { OutboundLead } from '../../core/delivery/outbound-lead.js';
import type { HttpResult } from '../../core/delivery/http-result.js';
import { decodeAnswer } from './decode-answer.js';
import { createHttpClient } from './http-client.js';
import { createEvaluatorPool } from '../mapping/evaluator-pool.js';
import type { MappingEvaluator } from '../../app/ports/mapping-evaluator.js';
import { createMappings } from './mappings.js';
import type { ExchangeRecorder } from '../../app/ports/exchange-store.js';
import { sendNoted, type Evidence } from './send-noted.js';
import { classifyDelivery } from '../../core/delivery/classify-delivery.js';
import { prepareDelivery, prepareFollowUp, prepareNotice, prepareQuery } from './requests.js';
import type { PreparedRequest } from '../../app/ports/prepared-request.js';
import type { NoticeSender } from '../../app/ports/notice-store.js';
import { sentBy } from './sent-by.js';
import type { OutboundSettings } from '../process/outbound-settings.js';
import type { Verifier } from '../../app/ports/verifier.js';
import { createVerifier } from './verifier.js';

export interface DestinationsOptions {
  readonly settings: OutboundSettings;
  /** Where secrets are read at each use. */
  readonly env: NodeJS.ProcessEnv;
  readonly log: Pick<Logger, 'debug'>;
  readonly clock: () => Date;
  /** Where calls leave their evidence. Absent: nowhere. */
  readonly recorder?: ExchangeRecorder;
  /** Where expressions are evaluated. By default: separate processes, which the first mapped offer starts. */
  readonly evaluator?: MappingEvaluator;
}

/**
 * All outbound calls, over one HTTP client. Each offer's mapping defines how requests are written and answers are
 * read.
 */
export function createDestinations(
  options: DestinationsOptions,
): Destinations & NoticeSender & { readonly verifier: Verifier; close(): Promise<void> } {
  const { env, log, clock, recorder, evaluator = createEvaluatorPool() } = options;
  const mappings = createMappings(evaluator, clock);
  const client = createHttpClient(options.settings, clock);
  const send = { client, env, clock, ...(recorder && { recorder }) };

  async function call(
    offer: { readonly handle: string },
    what: string,
    prepared: PreparedRequest,
    evidence?: Evidence,
  ): Promise<HttpResult> {
    const started = performance.now();
    const outcome = await sendNoted(send, prepared, evidence);
    const ms = Math.round(performance.now() - started);
    const how = outcome.kind === 'answered' ? { status: outcome.status } : { detail: outcome.detail };
    log.debug({ offer: offer.handle, what, outcome: outcome.kind, ...how, ms }, 'outbound call');
    return outcome;
  }

  return {
    verifier: createVerifier({ evaluator, send, log }),

    async deliver(offer, lead, idempotencyKey, { by: sendBy, whyNot }, about) {
      const prepared = await prepareDelivery(mappings, offer, lead, idempotencyKey);
      if (!prepared.ok)
        return {
          kind: 'never_sent',
          detail: `mapping: ${prepared.fault}`,
          internal_fault: prepared.internal_fault ?? 'mapping',
        };
      const { request, travel } = prepared.value;
      const timely = { request: { ...request, sendBy, whyNot }, travel };
      const evidence = about && { about, destination: offer.id, tokens: tokensOf(lead) };
      const outcome = await call(offer, 'delivery', timely, evidence);
      return classifyDelivery(outcome, clock, (answer) => mappings.readAnswer(offer, answer));
    },

    async followUp(offer, reference, about) {
      const prepared = prepareFollowUp(offer, reference);
      if (!prepared) {
        const detail = offer.delivery.follow_up
          ? 'the reference would lead to another address'
          : 'no follow_up is configured';
        return { kind: 'never_sent', detail, internal_fault: 'settings' };
      }
      const evidence = about && { about, destination: offer.id };
      const outcome = await call(offer, 'follow-up', prepared, evidence);
      return classifyDelivery(outcome, clock, (answer) => mappings.readFollowUp(offer, answer));
    },

    async readCallback(offer, { headers, body }) {
      const decoded = await decodeAnswer(Buffer.from(body), headers);
      if ('fault' in decoded) return { detail: `callback: ${decoded.fault}` };
      const { text, ...charset } = decoded;
      return mappings.readCallback(offer, { status: 200, headers, body: text, ...charset });
    },

    async askPartner(offer, lead, url, timeoutMs, about) {
      const { partner } = offer;
      if (!partner) return unsent('no partner is configured', 'neither');
      const sendBy = new Date(clock().getTime() + timeoutMs);
      const prepared = await prepareQuery(mappings, offer, partner.search, lead, url);
      if (!prepared.ok) return unsent(`mapping: ${prepared.fault}`, 'neither');
      const { request, travel } = prepared.value;
      const inTime = { ...request, sendBy, timeoutMs: Math.min(timeoutMs, request.timeoutMs) };
      const evidence = about && { about, destination: offer.id };
      const outcome = await call(offer, 'partner search', { request: inTime, travel }, evidence);
      if (outcome.kind === 'never_sent') return unsent(outcome.detail, healthOf(outcome));
      if (outcome.kind === 'unknown') return failed(outcome.detail, 'down');
      const read = await mappings.readResults(offer, outcome);
      if (read.ok) return { kind: 'answered', ...read.value };
      if (read.internal_fault === 'evaluator') return failed(read.fault, 'neither');
      return failed(read.fault, outcome.status >= 500 ? 'down' : 'up');
    },

    async tell(target, notice, idempotencyKey) {
      const prepared = await prepareNotice(mappings, target, notice, idempotencyKey);
      if (!prepared.ok)
        return { sent: { ok: false, detail: `mapping: ${prepared.fault}` }, health: 'neither' };
      const outcome = await call(target, notice.event, prepared.value);
      return { sent: sentBy(outcome, clock()), health: noticeHealth(outcome) };
    },

    async close() {
      await client.close();
      await evaluator.close();
    },
  };
}

const noticeHealth = (outcome: HttpResult): DestinationHealth => {
  if (outcome.kind === 'never_sent') return healthOf(outcome);
  return outcome.kind === 'answered' && outcome.status < 500 ? 'up' : 'down';
};

/** The address for callbacks ends in a token: who has it may call. */
const tokensOf = ({ callback_url: url }: OutboundLead): string[] =>
  url === undefined ? [] : [url.slice(url.lastIndexOf('/') + 1)];

type Failed = Extract<PartnerAnswer, { readonly kind: 'failed' }>;

const failed = (detail: string, health: DestinationHealth): Failed => ({ kind: 'failed', detail, health });

const unsent = (detail: string, health: DestinationHealth): Failed => ({
  ...failed(detail, health),
  unsent: true,
});
