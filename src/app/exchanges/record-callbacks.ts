import { randomUUID } from 'node:crypto';
import { aboutLead } from '../../core/exchanges/about.js';
import { cutHeaders, cutText } from '../../core/exchanges/exchange.js';
import { hasElapsed } from '../../core/has-elapsed.js';
import { MAX_CALLBACKS } from '../../core/lead/lead-record.js';
import { maskHeaders } from '../../core/masking/mask-headers.js';
import { withoutTokens } from '../../core/masking/without-tokens.js';
import type { CalledLead } from '../ports/callback-tokens.js';
import type { SentCallback } from '../ports/destinations.js';
import type { ExchangeRecorder } from '../ports/exchange-store.js';

/** A callback with our answer. */
interface AnsweredCallback {
  readonly called: CalledLead;
  /** The address without its token. */
  readonly path: string;
  readonly sent: SentCallback;
  readonly at: Date;
  readonly took_ms: number;
  readonly status: number;
  readonly answer: object;
}

const HOUR_MS = 3_600_000;

/**
 * Keeps callbacks as evidence. Anybody who has the address may call without end, so one process keeps only so many of
 * one lead in an hour.
 */
export function createCallbackRecorder(recorder: ExchangeRecorder): (callback: AnsweredCallback) => void {
  let hour = { began: 0, byLead: new Map<string, number>() };
  const hasRoom = (id: string, now: number): boolean => {
    if (hasElapsed(HOUR_MS, hour.began, now)) hour = { began: now, byLead: new Map() };
    const kept = hour.byLead.get(id) ?? 0;
    hour.byLead.set(id, kept + 1);
    return kept < MAX_CALLBACKS;
  };
  return ({ called, path, sent, at, took_ms, status, answer }) => {
    if (!hasRoom(called.id, at.getTime())) return;
    const id = randomUUID();
    recorder.note({
      bytes: 3 * sent.body.length + 4_000,
      make: () => ({
        ...{ id, ...aboutLead('callback', called, 0), destination: 'callback', at, took_ms },
        ...{ outcome: 'answered', status },
        request: {
          ...{ method: 'POST', url: path, headers: cutHeaders(maskHeaders(sent.headers)) },
          body: cutText(withoutTokens(Buffer.from(sent.body).toString())),
        },
        answer: { status, headers: {}, body: cutText(JSON.stringify(answer)) },
      }),
    });
  };
}
