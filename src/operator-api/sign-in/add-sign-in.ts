import type { Express, RequestHandler } from 'express';
import { methodNotAllowed } from '../../http/faults.js';
import { localsOf } from '../../http/send.js';
import { acceptInvitation, readInvitation } from './invitation-routes.js';
import { endOneOfOwn, listOwn } from './own-sessions.js';
import type { SignInParts } from './parts.js';
import { beginByCall, beginByLink, CALLBACK_PATH, finish } from './provider-routes.js';
import { beginLocally, endOwn, readSession } from './session-routes.js';

/** The routes of people who sign in, which need neither a key nor a permission. */
export function addSignIn(app: Express, parts: SignInParts): void {
  const add = (path: string, methods: Readonly<Record<string, RequestHandler>>): void => {
    const allow = Object.keys(methods).map((method) => (method === 'GET' ? 'GET, HEAD' : method));
    app.all(path, (request, response, next) => {
      localsOf(response).route = path;
      const handler = methods[request.method === 'HEAD' ? 'GET' : request.method];
      if (!handler) throw methodNotAllowed(allow.join(', '));
      return handler(request, response, next);
    });
  };
  add('/api/v1/session', { GET: readSession(parts), POST: beginLocally(parts), DELETE: endOwn(parts) });
  add('/api/v1/session/own', { GET: listOwn(parts) });
  add('/api/v1/session/own/:id', { DELETE: endOneOfOwn(parts) });
  add('/api/v1/invitations/read', { POST: readInvitation(parts) });
  add('/api/v1/invitations/accept', { POST: acceptInvitation(parts) });
  add('/api/v1/sign-in/oidc', { GET: beginByLink(parts), POST: beginByCall(parts) });
  add(CALLBACK_PATH, { GET: finish(parts) });
}
