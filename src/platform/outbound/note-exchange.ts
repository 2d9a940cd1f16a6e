import { randomUUID } from 'node:crypto';
import type { ExchangeRecorder } from '../../app/ports/exchange-store.js';
import {
  cutHeaders,
  cutText,
  cutUrl,
  type Exchange,
  type ExchangeAbout,
  type KeptAnswer,
} from '../../core/exchanges/exchange.js';
import type { HttpResult } from '../../core/delivery/http-result.js';
import type { PreparedRequest } from '../../app/ports/prepared-request.js';
import { maskHeaderLines, maskHeaders } from '../../core/masking/mask-headers.js';
import { redactor, withoutOwnSecrets, withoutUrlSecrets } from './redact.js';

/** A call that has ended. */
export interface EndedCall {
  readonly about: ExchangeAbout;
  /** See `Exchange.destination`. */
  readonly destination: string;
  readonly at: Date;
  readonly took_ms: number;
  /** As it was prepared: headers name their secrets (`${secret:NAME}`). */
  readonly request: Pick<PreparedRequest['request'], 'method' | 'url' | 'headers' | 'body'>;
  readonly outcome: HttpResult;
  /** What must not be kept wherever it stands: values of secrets, tokens, signatures. */
  readonly secrets: readonly string[];
}

/** Leaves the evidence of a call, off its path: secrets are removed and texts are cut when it is stored. */
export function noteCall(recorder: ExchangeRecorder, call: EndedCall): void {
  const id = randomUUID();
  const { request, outcome } = call;
  const body =
    outcome.kind === 'answered' ? outcome.body : (outcome.kind === 'unknown' && outcome.partial?.body) || '';
  recorder.note({
    bytes: 2 * ((request.body?.length ?? 0) + request.url.length + body.length) + 2_000,
    make: () => exchangeOf(id, call),
  });
}

function exchangeOf(
  id: string,
  { about, destination, at, took_ms, request, outcome, secrets }: EndedCall,
): Exchange {
  const clean = redactor(secrets);
  const cleanHeaders = (headers: Readonly<Record<string, string>>) =>
    cutHeaders(
      Object.fromEntries(
        Object.entries(maskHeaders(headers)).map(([name, value]) => [name, clean(withoutUrlSecrets(value))]),
      ),
    );
  const { method, url, headers, body } = request;
  const answer = answerOf(outcome, clean, cleanHeaders);
  const status = outcome.kind === 'never_sent' ? undefined : outcome.status;
  return {
    ...{ id, ...about, destination, at, took_ms, outcome: outcome.kind },
    ...(status === undefined ? {} : { status }),
    ...(outcome.kind === 'answered' ? {} : { detail: outcome.detail }),
    request: {
      ...{ method, url: cutUrl(clean(withoutUrlSecrets(url))), headers: cleanHeaders(headers) },
      ...(body === undefined ? {} : { body: cutText(clean(withoutOwnSecrets(body))) }),
    },
    ...(answer && { answer }),
  };
}

function answerOf(
  outcome: HttpResult,
  clean: (text: string) => string,
  cleanHeaders: (headers: KeptAnswer['headers']) => KeptAnswer['headers'],
): KeptAnswer | undefined {
  if (outcome.kind === 'never_sent') return undefined;
  const received = outcome.kind === 'answered' ? outcome : outcome.partial;
  if (!received) return undefined;
  const { status, headers, body } = received;
  // A broken answer may be longer than the text that was read of it.
  const length = 'bytes' in received && received.bytes > body.length ? received.bytes : body.length;
  const text = clean(status === undefined ? maskHeaderLines(body) : body);
  return {
    ...(status === undefined ? {} : { status }),
    ...{ headers: cleanHeaders(headers), body: cutText(text, Math.max(text.length, length)) },
  };
}
