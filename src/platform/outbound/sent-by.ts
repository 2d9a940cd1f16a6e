import type { Sent } from '../../app/ports/outbox.js';
import type { HttpOutcome } from '../../core/delivery/http-outcome.js';

/** What an exchange means for a message. A redirect is an answer, and not followed. The body of an answer says nothing that is kept. */
export function sentBy(outcome: HttpOutcome): Sent {
  if (outcome.kind !== 'answered') {
    const seen = outcome.kind === 'unknown' ? outcome.status : undefined;
    return { ok: false, detail: outcome.detail, ...(seen === undefined ? {} : { status: seen }) };
  }
  const { status, headers } = outcome;
  const seconds = /^\d{1,6}$/.exec(headers['retry-after'] ?? '')?.[0];
  return {
    ...{ ok: status >= 200 && status < 300, status, detail: `HTTP ${status}` },
    ...(seconds === undefined ? {} : { retry_after_ms: Number(seconds) * 1_000 }),
  };
}
