import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { type Registry, Histogram } from 'prom-client';
import type { Log } from '../platform/process/logger.js';
import { localsOf, type Locals } from './send.js';

/** Hears of each answered call. It must not wait or throw. */
export type OnAnswered = (locals: Locals, http: number) => void;

/** Gives every request an id, and logs one line when the request ends. The line has no address, body or query. */
export const beginRequest =
  (log: Log, observe: ObserveRequest, onAnswered?: OnAnswered): RequestHandler =>
  (request, response, next) => {
    const began = performance.now();
    const locals = localsOf(response);
    locals.request_id = requestIdOf(request.get('x-request-id'));
    response.set({
      'X-Request-Id': locals.request_id,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      // `secure` is true if TRUST_PROXY and X-Forwarded-Proto show that the caller used TLS.
      ...(request.secure && { 'Strict-Transport-Security': 'max-age=31536000' }),
    });
    response.once('close', () => {
      const ms = Math.round(performance.now() - began);
      const { statusCode: http, writableFinished: answered } = response;
      observe(locals.route ?? 'none', http, locals.code ?? 'none', ms / 1_000);
      if (answered) onAnswered?.(locals, http);
      const { refused: _, ...logged } = locals;
      // `send` sets the code. It does not write the health pages, so an answer without a code is one of them.
      const level = answered && locals.code === undefined ? 'debug' : 'info';
      log[level](
        { ...logged, method: request.method, http, ms, ...(answered ? {} : { left: true }) },
        'request',
      );
    });
    next();
  };
const KEPT = /^[A-Za-z0-9._-]{8,128}$/;

/** The caller's request id if it is safe to log and to answer, else a new id. */
export const requestIdOf = (header: string | undefined): string =>
  header !== undefined && KEPT.test(header) ? header : randomUUID();

/** Records one answered call: its route as in the table, HTTP status, code and duration. */
export type ObserveRequest = (route: string, http: number, code: string, seconds: number) => void;
const NAME = 'leadkeep_http_request_seconds';
const LABELS = ['route', 'http', 'code'] as const;

/** Measures the number and duration of calls, by route and outcome. */
export function requestMetrics(metrics: Registry): ObserveRequest {
  const known = metrics.getSingleMetric(NAME) as Histogram<(typeof LABELS)[number]> | undefined;
  const seconds =
    known ??
    new Histogram({
      name: NAME,
      help: 'Duration of API calls in seconds',
      labelNames: LABELS,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [metrics],
    });
  return (route, http, code, duration) => {
    seconds.observe({ route, http: String(http), code }, duration);
  };
}
