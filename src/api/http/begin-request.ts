import type { RequestHandler } from 'express';
import type { Log } from '../../platform/process/logger.js';
import type { ObserveRequest } from './request-metrics.js';
import { requestIdOf } from './request-id.js';
import { localsOf } from './send.js';

/** Gives every request its id, and the log one line about it when it is over. No address, body or query is logged. */
export const beginRequest =
  (log: Log, observe: ObserveRequest): RequestHandler =>
  (request, response, next) => {
    const began = performance.now();
    const locals = localsOf(response);
    locals.request_id = requestIdOf(request.get('x-request-id'));
    response.set({
      'X-Request-Id': locals.request_id,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      // `secure` where this process is believed to be behind TLS (TRUST_PROXY and X-Forwarded-Proto).
      ...(request.secure && { 'Strict-Transport-Security': 'max-age=31536000' }),
    });
    response.once('close', () => {
      const ms = Math.round(performance.now() - began);
      const { statusCode: http, writableFinished: answered } = response;
      observe(locals.route ?? 'none', http, locals.code ?? 'none', ms / 1_000);
      // What is not answered by `send` is a probe of the health pages.
      const level = answered && locals.code === undefined ? 'debug' : 'info';
      log[level](
        { ...locals, method: request.method, http, ms, ...(answered ? {} : { left: true }) },
        'request',
      );
    });
    next();
  };
