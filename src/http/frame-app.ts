import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import ipaddr from 'ipaddr.js';
import type { Registry } from 'prom-client';
import { OutageError } from '../app/outage.js';
import type { Log } from '../platform/process/logger.js';
import type { Settings } from '../platform/process/settings.js';
import type { ApiFault } from './api-fault.js';
import { beginRequest, requestMetrics, type OnAnswered } from './begin-request.js';
import { sentKey } from './access/sent-key.js';
import { authInvalid, authRequired, notFound } from './faults.js';
import { requireMethod } from './require-method.js';
import { localsOf, send } from './send.js';
import { answerOfFault, faultOf } from './translate-error.js';

/** What every API has besides its routes. */
export interface Frame {
  readonly settings: Pick<Settings, 'trustProxy' | 'healthPort' | 'healthToken' | 'nodeEnv'>;
  readonly log: Log;
  readonly health: {
    readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
    readonly metrics: Registry;
  };
  /** Translates the errors that only this API knows. */
  readonly ownFault?: (error: unknown) => ApiFault | undefined;
  readonly onAnswered?: OnAnswered;
  /** Why no call can be served now, but for the health pages. Undefined: all can. */
  readonly refuses: () => string | undefined;
}

/** Says no more than that the process lives. */
const ALIVE = '/healthz';
/** Pages for operators. They need no key of the API and have no envelope. */
const HEALTH_PATHS = [ALIVE, '/readyz', '/metrics'];

/** Builds an API: begins each request, serves the health pages and the routes, and translates all errors in one place. */
export function frameApp(
  { settings, log, health, ownFault, onAnswered, refuses }: Frame,
  addRoutes: (app: Express) => void,
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', false);
  app.set('trust proxy', settings.trustProxy);
  app.use(tellUntrustedProxy(log, app.get('trust proxy fn') as IsTrusted));
  app.use(beginRequest(log, requestMetrics(health.metrics), onAnswered));
  // If the health pages have their own port, they are served only there.
  if (settings.healthPort === undefined)
    app.all(HEALTH_PATHS, (request, response) => {
      requireHealthToken(settings, request);
      requireMethod(request.method, 'GET');
      health.handle(request, response);
    });
  app.use((_request, _response, next) => {
    const fault = refuses();
    if (fault !== undefined) throw new OutageError('the right time', new Error(fault));
    next();
  });
  addRoutes(app);
  app.use(() => {
    throw notFound();
  });
  app.use(answerError(log, (error) => ownFault?.(error) ?? faultOf(error)));
  return app;
}

/**
 * The pages tell of sales and settings, and whoever reaches the API reaches them. Where a call comes from says nothing:
 * behind a router, every call comes from a private address.
 */
function requireHealthToken({ nodeEnv, healthToken }: Frame['settings'], { path, headers }: Request): void {
  if (path === ALIVE) return;
  if (healthToken === undefined) {
    if (nodeEnv === 'production') throw notFound();
    return;
  }
  const sent = sentKey(headers);
  if (sent === undefined) throw authRequired();
  const [given, own] = [sent, healthToken].map((text) => createHash('sha256').update(text).digest());
  if (!given || !own || !timingSafeEqual(given, own)) throw authInvalid();
}

type IsTrusted = (address: string, hop: number) => boolean;

/** Says once that a proxy is not believed: all its callers then have its address, and one limit of wrong keys. */
function tellUntrustedProxy(log: Log, isTrusted: IsTrusted): RequestHandler {
  let isTold = false;
  return ({ headers, socket: { remoteAddress: peer = '' } }, _response, next) => {
    if (!isTold && headers['x-forwarded-for'] !== undefined && !isTrusted(peer, 0)) {
      isTold = true;
      log.warn(
        // The address itself may be a person's.
        { peer: ipaddr.isValid(peer) ? ipaddr.process(peer).range() : 'unknown' },
        'X-Forwarded-For came from a peer that TRUST_PROXY does not trust; if it is your proxy, all its callers share one limit of wrong keys, and behind TLS they get no HSTS',
      );
    }
    next();
  };
}

/** An outage may be over after this time, as the failover of a database is. */
const CALL_AGAIN_SECONDS = '5';

const answerError =
  (log: Log, translate: (error: unknown) => ApiFault): ErrorRequestHandler =>
  (error: unknown, _request, response, _next) => {
    const fault = translate(error);
    const locals = localsOf(response);
    const { request_id } = locals;
    if (fault.members.field !== undefined) (locals.refused ??= {}).field = fault.members.field;
    if (fault.http === 503) log.warn({ err: error, request_id }, 'unavailable');
    else if (fault.http >= 500) log.error({ err: error, request_id }, 'a call failed');
    const headers = { ...(fault.http === 503 && { 'Retry-After': CALL_AGAIN_SECONDS }), ...fault.headers };
    send(response, answerOfFault(fault), headers);
  };
