import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type ErrorRequestHandler, type Express } from 'express';
import type { Registry } from 'prom-client';
import type { WebPorts } from '../app/ports/web-ports.js';
import type { Log } from '../platform/process/logger.js';
import type { Settings } from '../platform/process/settings.js';
import type { CallbackAccess } from './access/callback-access.js';
import { notFound } from './faults.js';
import { beginRequest, requestMetrics } from './http/begin-request.js';
import { CALLBACK_PATH, serveCallback } from './handlers/callback.js';
import { localsOf, send } from './http/send.js';
import { answerOfFault, faultOf } from './http/translate-error.js';
import { openApiPages } from './openapi/pages.js';
import { HEALTH_PATHS, ROUTES } from './routes.js';
import { requireMethod } from './route.js';
import { serveRoute, type Access } from './serve-route.js';

interface AppParts {
  readonly ports: WebPorts;
  readonly access: Access & { readonly calledLead: CallbackAccess };
  readonly settings: Pick<Settings, 'trustProxy' | 'healthPort' | 'docs'>;
  readonly log: Log;
  readonly health: {
    readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
    readonly metrics: Registry;
  };
}

/** Builds the API from the table of routes. One handler translates all errors. */
export function createApp({ ports, access, settings, log, health }: AppParts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', false);
  app.set('trust proxy', settings.trustProxy);
  app.use(beginRequest(log, requestMetrics(health.metrics)));
  // If the health pages have their own port, they are served only there.
  if (settings.healthPort === undefined)
    app.all(HEALTH_PATHS, (request, response) => {
      requireMethod(request.method, 'GET');
      health.handle(request, response);
    });
  if (settings.docs === 'on') app.use(openApiPages(ROUTES));
  for (const route of ROUTES) app.all(route.path, serveRoute({ ports, access, log }, route));
  app.all(CALLBACK_PATH, serveCallback(ports, access.calledLead));
  app.use(() => {
    throw notFound();
  });
  app.use(answerError(log));
  return app;
}

const answerError =
  (log: Log): ErrorRequestHandler =>
  (error: unknown, _request, response, _next) => {
    const fault = faultOf(error);
    const { request_id } = localsOf(response);
    if (fault.http === 503) log.warn({ err: error, request_id }, 'unavailable');
    else if (fault.http >= 500) log.error({ err: error, request_id }, 'a call failed');
    send(response, answerOfFault(fault), fault.headers);
  };
