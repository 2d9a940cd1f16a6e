import type { Logger } from 'pino';
import type { HttpResponse, HttpResult } from '../../core/delivery/http-result.js';
import { BUSY_STATUS, type StepAnswer } from '../../core/verification/evaluate-step.js';
import type { VerifyStep } from '../../core/verification/verify-step.js';
import type { MappingEvaluator } from '../../app/ports/mapping-evaluator.js';
import type { PreparedQuestion, Verifier } from '../../app/ports/verifier.js';
import type { OutboundLead } from '../../core/delivery/outbound-lead.js';
import { allowedAddress } from '../../core/verification/allowed-address.js';
import { bodyHeaders } from './mappings.js';
import { harmless, headersOf } from './requests.js';
import { sendNoted, type Sending } from './send-noted.js';

export interface VerifierParts {
  readonly evaluator: MappingEvaluator;
  readonly send: Sending;
  readonly log: Pick<Logger, 'debug'>;
}

/** Questions to verification services, over the same client and evaluator as deliveries. */
export function createVerifier({ evaluator, send, log }: VerifierParts): Verifier {
  return {
    async prepare({ of, step }, { lead, url: fixed, is_test, idempotency_key }) {
      const { body: source, encoding = 'json' } = step;
      const { address } = step;
      const url =
        address === undefined || is_test ? fixed : await addressOf(evaluator, of, { ...step, address }, lead);
      if (typeof url !== 'string') return url;
      const result = await evaluator.run<'write'>(of, { kind: 'write', source, encoding, input: lead });
      if (!result.ok) return result;
      const headers = { ...headersOf(bodyHeaders(encoding), step), 'idempotency-key': idempotency_key };
      const prepared = harmless(step, { method: step.method, url, headers });
      return { ok: true, value: { ...prepared, request: { ...prepared.request, body: result.value } } };
    },
    async ask({ of, step }, prepared, about) {
      const outcome = await sendNoted(send, prepared, about && { about, destination: step.name });
      const heard = await hear(evaluator, of, step, outcome);
      const { kind, detail } = heard;
      log.debug({ step: step.name, what: 'verification', outcome: kind, detail }, 'outbound call');
      return { heard, health: healthOf(heard), ...(outcome.kind === 'answered' ? { answer: outcome } : {}) };
    },
  };
}

type NotPrepared = Exclude<PreparedQuestion, { readonly ok: true }>;

const BARRED: NotPrepared = {
  ok: false,
  barred: true,
  fault: 'address: the lead names no address that begins with url or is at one of hosts',
};

async function addressOf(
  evaluator: MappingEvaluator,
  of: string,
  step: VerifyStep & { readonly address: string },
  input: OutboundLead,
): Promise<string | NotPrepared> {
  // A mapping gives a group.
  const source = `{ "at": (${step.address}\n) }`;
  const result = await evaluator.run<'write'>(of, { kind: 'write', source, encoding: 'json', input });
  if (!result.ok) return { ...result, fault: result.fault.replace(/^body/, 'address') };
  const { at } = JSON.parse(result.value) as { readonly at?: unknown };
  return allowedAddress(step, at) ?? BARRED;
}

async function hear(
  evaluator: MappingEvaluator,
  of: string,
  { answers }: VerifyStep,
  outcome: HttpResult,
): Promise<StepAnswer> {
  if (outcome.kind === 'never_sent') return { ...outcome, kind: 'none' };
  if (outcome.kind === 'unknown') {
    const { detail, status, unreadable } = outcome;
    // A response came and can't be read: it may have been a refusal.
    return { kind: unreadable ? 'unread' : 'none', detail, ...(status === undefined ? {} : { status }) };
  }
  const { status } = outcome;
  const result = await evaluator.run<'read'>(of, { kind: 'read', rules: answers, answer: plain(outcome) });
  if (!result.ok) {
    const detail = `answer: ${result.fault}`;
    return result.internal_fault
      ? { kind: 'none', detail, status, internal_fault: result.internal_fault }
      : { kind: 'unread', detail, status };
  }
  const { rule: number, notes, reference, reason } = result.value;
  const noted = notes.map((note) => `; ${note}`).join('');
  const rule = answers[number - 1];
  if (!rule) return { kind: 'unread', status, detail: `answer: no rule matches${noted}` };
  return {
    ...{ kind: 'answered', outcome: rule.outcome, status },
    detail: `rule ${number}: ${rule.outcome}${noted}`,
    ...(reference === undefined ? {} : { reference }),
    ...(reason === undefined ? {} : { reason }),
  };
}

const plain = ({ status, headers, body, guessed_charset: guessed }: HttpResponse): HttpResponse => ({
  ...{ status, headers, body },
  ...(guessed && { guessed_charset: guessed }),
});

/** What a question shows about its service, for the circuit breaker. */
function healthOf(heard: StepAnswer): 'up' | 'down' | 'neither' {
  if (heard.kind === 'barred') return 'neither';
  if (heard.kind === 'none') return heard.internal_fault ? 'neither' : 'down';
  if (heard.kind === 'answered') return heard.outcome === 'away' ? 'down' : 'up';
  const { status } = heard;
  // One that can't be read came all the same: other leads must not pass because the service is down.
  return status !== undefined && (status >= 500 || status === BUSY_STATUS) ? 'down' : 'up';
}
