import type { Express, RequestHandler } from 'express';
import { frameApp, type Frame } from '../http/frame-app.js';
import { addRows } from '../http/rows.js';
import { openApiPages } from '../http/openapi/pages.js';
import type { Settings } from '../platform/process/settings.js';
import { faultOfAct } from './act-fault.js';
import { openApiDocument } from './openapi/document.js';
import type { AuditLog } from '../app/ports/audit-log.js';
import { servePage } from './page/serve-page.js';
import type { OperatorPorts } from './route.js';
import { serveSignIn, SIGN_IN_ROUTES } from './sign-in/routes.js';
import type { SignInParts } from './sign-in/parts.js';
import { ROUTES } from './routes.js';
import { serveRoute, type Access } from './serve-route.js';

interface AppParts extends Omit<Frame, 'ownFault'> {
  readonly ports: OperatorPorts;
  readonly access: Access;
  readonly signIn: SignInParts;
  readonly auditLog: Pick<AuditLog, 'append'>;
  readonly settings: Frame['settings'] & Pick<Settings, 'docs'>;
}

/** Builds the operator API from the table of routes, and serves the page that uses it. */
export const createOperatorApp = ({ ports, access, auditLog, signIn, ...frame }: AppParts): Express =>
  frameApp({ ...frame, ownFault: faultOfAct }, (app) => {
    const { settings, log } = frame;
    app.use(protect);
    if (settings.docs === 'on') app.use(openApiPages('Leadkeep operator API', () => openApiDocument(ROUTES)));
    addRows(app, SIGN_IN_ROUTES, (route) => serveSignIn(signIn, route));
    addRows(app, ROUTES, (route) => serveRoute({ ports, access, auditLog, log }, route));
    app.use(servePage());
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
