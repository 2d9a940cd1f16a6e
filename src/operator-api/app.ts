import type { Express, RequestHandler } from 'express';
import { frameApp, type Frame } from '../http/frame-app.js';
import { openApiPages } from '../http/openapi/pages.js';
import type { Settings } from '../platform/process/settings.js';
import { openApiDocument } from './openapi/document.js';
import type { OperatorPorts } from './route.js';
import { ROUTES } from './routes.js';
import { serveRoute, type Access } from './serve-route.js';

interface AppParts extends Omit<Frame, 'ownFault'> {
  readonly ports: OperatorPorts;
  readonly access: Access;
  readonly settings: Frame['settings'] & Pick<Settings, 'docs'>;
}

/** Builds the operator API from the table of routes. */
export const createOperatorApp = ({ ports, access, ...frame }: AppParts): Express =>
  frameApp(frame, (app) => {
    const { settings, log } = frame;
    app.use(protect);
    if (settings.docs === 'on') app.use(openApiPages('Leadkeep operator API', () => openApiDocument(ROUTES)));
    for (const route of ROUTES) app.all(route.path, serveRoute({ ports, access, log }, route));
  });

/** An answer is data, not a page: a browser that is led here shows and runs nothing. The pages set a policy of their own. */
const protect: RequestHandler = (_request, response, next) => {
  response.set({
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
  next();
};
