import type { Sent } from '../../app/ports/outbox.js';
import type { HttpResult } from '../../core/delivery/http-result.js';
import { retryAfterMs } from '../../core/delivery/retry-after.js';

/**
 * What an exchange that ended at `now` means for a message. A redirect is an answer, and not followed. The body of an answer says
 * nothing that is kept.
 */
export function sentBy(outcome: HttpResult, now: Date): Sent {
  if (outcome.kind !== 'answered') {
    const seen = outcome.kind === 'unknown' ? outcome.status : undefined;
    return { ok: false, detail: outcome.detail, ...(seen === undefined ? {} : { status: seen }) };
  }
  const { status, headers } = outcome;
  const asked = retryAfterMs(headers['retry-after'], now);
  return {
    ...{ ok: status >= 200 && status < 300, status, detail: `HTTP ${status}` },
    ...(asked === undefined ? {} : { retry_after_ms: asked }),
  };
}
