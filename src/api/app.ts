import express, { type ErrorRequestHandler, type Express } from 'express';
import type { Api } from './call.js';
import type { CallbackAccess } from './callbacks/callback-access.js';
import { CALLBACK_PATH, serveCallback } from './callbacks/serve-callback.js';
import { notFound } from './faults.js';
import { beginRequest, requestMetrics } from './http/begin-request.js';
import { localsOf, send } from './http/send.js';
import { answerOfFault, faultOf } from './http/translate-error.js';
import { openApiPages } from './openapi/pages.js';
import { HEALTH_PATHS, ROUTES } from './routes.js';
import { requireMethod } from './route.js';
import { serveRoute, type Access } from './serve-route.js';

/** The API: the table of routes, and one translation of everything that goes wrong. */
export function createApp(api: Api, access: Access & { readonly calledLead: CallbackAccess }): Express {
  const { log, settings, health, metrics } = api.platform;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', false);
  app.set('trust proxy', settings.trustProxy);
  app.use(beginRequest(log, requestMetrics(metrics)));
  // With a port of their own they are for nobody else.
  if (settings.healthPort === undefined)
    app.all(HEALTH_PATHS, (request, response) => {
      requireMethod(request.method, 'GET');
      health.handle(request, response);
    });
  if (settings.docs === 'on') app.use(openApiPages(ROUTES));
  for (const route of ROUTES) app.all(route.path, serveRoute(api, access, route));
  app.all(CALLBACK_PATH, serveCallback(api, access.calledLead));
  app.use(() => {
    throw notFound();
  });
  app.use(answerError(log));
  return app;
}

const answerError =
  (log: Api['platform']['log']): ErrorRequestHandler =>
  (error: unknown, _request, response, _next) => {
    const fault = faultOf(error);
    const { request_id } = localsOf(response);
    if (fault.http === 503) log.warn({ err: error, request_id }, 'unavailable');
    else if (fault.http >= 500) log.error({ err: error, request_id }, 'a call failed');
    send(response, answerOfFault(fault), fault.headers);
  };
