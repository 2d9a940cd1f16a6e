import type Joi from 'joi';
import { uuid, type JsonSchema } from '../../http/openapi/json-schema.js';
import type { Row, ServeRow } from '../../http/rows.js';
import type { Faults, When } from '../openapi/operation.js';
import type { AnswerName } from '../openapi/schemas/answer-schemas.js';
import { operatorBody } from '../read-body.js';
import { ACCEPTANCE_BODY, acceptInvitation, INVITATION_BODY, readInvitation } from './invitation-routes.js';
import { endOneOfOwn, listOwn } from './own-sessions.js';
import type { ReadBody, SignInHandler, SignInParts } from './parts.js';
import { BEGIN_BODY, beginByCall, beginByLink, CALLBACK_PATH, finish } from './provider-routes.js';
import { beginLocally, endOwn, readSession, SIGN_IN_BODY } from './session-routes.js';

/** One row of the table of people who sign in. It needs neither a key nor a permission. */
export interface SignInRoute extends Row {
  readonly body?: Joi.ObjectSchema;
  readonly handle: (parts: SignInParts, read: ReadBody<never>) => SignInHandler;
  /** Absent: only links and redirects lead there. */
  readonly describe?: {
    readonly id: string;
    readonly summary: string;
    readonly description: string;
    readonly schema: AnswerName;
    readonly parameters?: readonly JsonSchema[];
    /** Faults that other operations have not, or for other reasons. */
    readonly faults?: Faults;
    /** Needs the session itself. */
    readonly session?: true;
    /** Without a session, the answer says how one can sign in. */
    readonly tellsKinds?: true;
  };
}

const MAX_BYTES = 4_096;

/** Serves a row of sign-in. */
export function serveSignIn(parts: SignInParts, { body, handle }: SignInRoute): ServeRow {
  const handler = handle(parts, operatorBody({ ...(body && { body }), maxBytes: MAX_BYTES }) as never);
  return (request, response, requireMethod) => {
    requireMethod();
    return handler(request, response);
  };
}

const NO_INVITATION: When = ['NOT_FOUND', 'the invitation is unknown, was used or withdrawn, or has expired'];
const GUESSED: When = ['RATE_LIMITED', 'too many invitations were unknown that this address asked for'];
const TOKEN = '`token` is what is behind the # of the link.';
const SESSION: JsonSchema = {
  ...{ name: 'id', in: 'path', required: true, description: 'The id of the session' },
  schema: uuid(),
};

/** The routes of people who sign in. A session is a cookie; a page of the console alone can use it. */
export const SIGN_IN_ROUTES: readonly SignInRoute[] = [
  {
    method: 'GET',
    ...{ path: '/api/v1/session', handle: readSession },
    describe: {
      id: 'read_session',
      summary: 'Who is signed in',
      description:
        'The person, what they may do, and the token for calls that change something. Without a session, 401 with how one can sign in.',
      schema: 'SignedIn',
      session: true,
      tellsKinds: true,
    },
  },
  {
    method: 'POST',
    ...{ path: '/api/v1/session', body: SIGN_IN_BODY, handle: beginLocally },
    describe: {
      id: 'sign_in',
      summary: 'Sign in with a password and a one-time code',
      description:
        'All three at once: a wrong answer does not say which one is wrong. After several, the next ones wait. A code works once.',
      schema: 'SignedIn',
      faults: {
        401: [
          ['AUTH_INVALID', 'the e-mail address, the password or the code is wrong, or the code was used'],
        ],
        429: [['RATE_LIMITED', 'too many sign-ins failed before, or too many wait to be checked']],
      },
    },
  },
  {
    method: 'DELETE',
    ...{ path: '/api/v1/session', handle: endOwn },
    describe: {
      id: 'sign_out',
      summary: 'Sign out',
      description: 'Ends the session. Needs `X-CSRF-Token`.',
      schema: 'Ended',
      session: true,
    },
  },
  {
    method: 'GET',
    ...{ path: '/api/v1/session/own', handle: listOwn },
    describe: {
      id: 'list_own_sessions',
      summary: 'Where one is signed in',
      description: "The open sessions of the caller. Nobody else's, and no permission is needed.",
      schema: 'OwnSessions',
      session: true,
    },
  },
  {
    method: 'DELETE',
    ...{ path: '/api/v1/session/own/:id', handle: endOneOfOwn },
    describe: {
      id: 'end_own_session',
      summary: "End a session of one's own",
      description: 'Effective within 5 seconds. Needs `X-CSRF-Token`.',
      schema: 'Ended',
      parameters: [SESSION],
      faults: { 404: [['NOT_FOUND', 'the caller has no open session with this id']] },
      session: true,
    },
  },
  {
    method: 'POST',
    ...{ path: '/api/v1/invitations/read', body: INVITATION_BODY, handle: readInvitation },
    describe: {
      id: 'read_invitation',
      summary: 'Read an invitation',
      description: `Who is invited to what, and what the authenticator app needs: the same each time. ${TOKEN}`,
      schema: 'OpenInvitation',
      faults: { 404: [NO_INVITATION], 429: [GUESSED] },
    },
  },
  {
    method: 'POST',
    ...{ path: '/api/v1/invitations/accept', body: ACCEPTANCE_BODY, handle: acceptInvitation },
    describe: {
      id: 'accept_invitation',
      summary: 'Accept an invitation with a password',
      description: `And sign in. It works once. \`email\` is needed if the invitation has none. ${TOKEN}`,
      schema: 'SignedIn',
      faults: {
        404: [NO_INVITATION],
        409: [['MALFORMED_REQUEST', 'somebody has an account with this address']],
        429: [GUESSED],
      },
    },
  },
  { method: 'GET', path: '/api/v1/sign-in/oidc', handle: beginByLink },
  {
    method: 'POST',
    ...{ path: '/api/v1/sign-in/oidc', body: BEGIN_BODY, handle: beginByCall },
    describe: {
      id: 'begin_at_provider',
      summary: 'Begin a sign-in at the identity provider',
      description:
        'Answers where to lead the browser; a link to this address leads there too. With an invitation, the sign-in accepts it. The provider sends the browser back to `/api/v1/sign-in/oidc/callback`, which leads to `/` with a session, or to `/sign-in?fault=…`: `cancelled`, `refused` (the answer can not be trusted), `expired` (it took longer than ten minutes), `unavailable`, `no_role`, `removed`, `replaced` (the person signs in another way now), `invitation`.',
      schema: 'ProviderPage',
      faults: {
        404: [['NOT_FOUND', 'no identity provider is set']],
        429: [['RATE_LIMITED', 'too many sign-ins were begun from this address']],
      },
    },
  },
  { method: 'GET', path: CALLBACK_PATH, handle: finish },
];
