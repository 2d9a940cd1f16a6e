import type { Express } from 'express';
import type { WebPorts } from '../app/ports/web-ports.js';
import { RequestRefused } from '../app/request-refused.js';
import { frameApp, type Frame } from '../http/frame-app.js';
import { addRows } from '../http/rows.js';
import { openApiPages } from '../http/openapi/pages.js';
import type { Settings } from '../platform/process/settings.js';
import type { CallbackAccess } from './access/callback-access.js';
import { faultOfRefusal } from './faults.js';
import { CALLBACK_ROW, serveCallback } from './handlers/callback.js';
import { openApiDocument } from './openapi/document.js';
import type { RateLimiter } from '../app/ports/rate-limiter.js';
import { postingPages } from './posting/posting-pages.js';
import { ROUTES } from './routes.js';
import { serveRoute, type Access } from './serve-route.js';

interface AppParts extends Omit<Frame, 'ownFault'> {
  readonly ports: WebPorts;
  readonly access: Access & { readonly calledLead: CallbackAccess; readonly gcra: RateLimiter };
  readonly settings: Frame['settings'] & Pick<Settings, 'docs'>;
}

/** Builds the API from the table of routes. */
export const createApp = ({ ports, access, ...frame }: AppParts): Express =>
  frameApp({ ...frame, ownFault: refusalOf }, (app) => {
    const { settings, log } = frame;
    if (settings.docs === 'on') app.use(openApiPages('Leadkeep API', () => openApiDocument(ROUTES)));
    app.use(postingPages({ ports, gcra: access.gcra, log }));
    addRows(app, ROUTES, (route) => serveRoute({ ports, access, log }, route));
    addRows(app, [CALLBACK_ROW], () => serveCallback(ports, access.calledLead));
  });

const refusalOf = (error: unknown) =>
  error instanceof RequestRefused ? faultOfRefusal(error.refusal) : undefined;
