import type Joi from 'joi';
import { fromJoi } from '../../http/openapi/from-joi.js';
import { headersOf } from '../../http/openapi/headers.js';
import { ref, uuid, type JsonSchema } from '../../http/openapi/json-schema.js';
import { ACCEPTANCE_BODY, INVITATION_BODY } from '../sign-in/invitation-routes.js';
import { BEGIN_BODY } from '../sign-in/provider-routes.js';
import { SIGN_IN_BODY } from '../sign-in/session-routes.js';
import { FAULTS, faultResponse, type When } from './operation.js';

interface Described {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  /** The name of the answer's schema. */
  readonly schema: string;
  readonly body?: Joi.ObjectSchema;
  readonly parameters?: readonly JsonSchema[];
  /** Faults that other operations have not, or for other reasons. */
  readonly faults?: Readonly<Record<number, readonly When[]>>;
  /** Needs the session itself. */
  readonly session?: true;
}

const FROM_CONSOLE: When = [
  'FORBIDDEN',
  'a page of the console did not send the call, or it names another host',
];
const NO_INVITATION: When = ['NOT_FOUND', 'the invitation is unknown, was used or withdrawn, or has expired'];
const GUESSED: When = ['RATE_LIMITED', 'too many invitations were unknown that this address asked for'];
const TOKEN = '`token` is what is behind the # of the link.';

const sessionId: JsonSchema = {
  ...{ name: 'id', in: 'path', required: true, description: 'The id of the session' },
  schema: uuid(),
};

function operation(described: Described): JsonSchema {
  const { id, summary, description, schema, body, parameters = [], session } = described;
  const faults = { ...FAULTS, 403: [FROM_CONSOLE], ...described.faults };
  return {
    ...{ operationId: id, summary, description, parameters, tags: ['sign-in'] },
    security: session ? [{ session: [] }] : [],
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: fromJoi(body) } } },
    }),
    responses: {
      200: {
        ...{ description: 'OK', headers: headersOf(200) },
        content: { 'application/json': { schema: ref('schemas', schema) } },
      },
      ...Object.fromEntries(
        Object.entries(faults).map(([http, whens]) => [http, faultResponse(Number(http), whens)]),
      ),
    },
  };
}

const notSignedIn: JsonSchema = {
  description: 'Unauthorized\n\n- AUTH_REQUIRED: nobody is signed in\n- AUTH_INVALID: the session has ended',
  headers: headersOf(401),
  content: { 'application/json': { schema: ref('schemas', 'NotSignedIn') } },
};

const read = operation({
  id: 'read_session',
  summary: 'Who is signed in',
  description:
    'The person, what they may do, and the token for calls that change something. Without a session, 401 with how one can sign in.',
  schema: 'SignedIn',
  session: true,
});

/** The routes of people who sign in, except those to which only links and redirects lead. A session is a cookie; a page of the console alone can use it. */
export const SIGN_IN_PATHS: Readonly<Record<string, JsonSchema>> = {
  '/api/v1/session': {
    get: { ...read, responses: { ...(read['responses'] as object), 401: notSignedIn } },
    post: operation({
      id: 'sign_in',
      summary: 'Sign in with a password and a one-time code',
      description:
        'All three at once: a wrong answer does not say which one is wrong. After several, the next ones wait. A code works once.',
      schema: 'SignedIn',
      body: SIGN_IN_BODY,
      faults: {
        401: [
          ['AUTH_INVALID', 'the e-mail address, the password or the code is wrong, or the code was used'],
        ],
        429: [['RATE_LIMITED', 'too many sign-ins failed before, or too many wait to be checked']],
      },
    }),
    delete: operation({
      id: 'sign_out',
      summary: 'Sign out',
      description: 'Ends the session. Needs `X-CSRF-Token`.',
      schema: 'Ended',
      session: true,
    }),
  },
  '/api/v1/session/own': {
    get: operation({
      id: 'list_own_sessions',
      summary: 'Where one is signed in',
      description: "The open sessions of the caller. Nobody else's, and no permission is needed.",
      schema: 'OwnSessions',
      session: true,
    }),
  },
  '/api/v1/session/own/{id}': {
    delete: operation({
      id: 'end_own_session',
      summary: "End a session of one's own",
      description: 'Effective within 5 seconds. Needs `X-CSRF-Token`.',
      schema: 'Ended',
      parameters: [sessionId],
      faults: { 404: [['NOT_FOUND', 'the caller has no open session with this id']] },
      session: true,
    }),
  },
  '/api/v1/invitations/read': {
    post: operation({
      id: 'read_invitation',
      summary: 'Read an invitation',
      description: `Who is invited to what, and what the authenticator app needs: the same each time. ${TOKEN}`,
      schema: 'OpenInvitation',
      body: INVITATION_BODY,
      faults: { 404: [NO_INVITATION], 429: [GUESSED] },
    }),
  },
  '/api/v1/invitations/accept': {
    post: operation({
      id: 'accept_invitation',
      summary: 'Accept an invitation with a password',
      description: `And sign in. It works once. \`email\` is needed if the invitation has none. ${TOKEN}`,
      schema: 'SignedIn',
      body: ACCEPTANCE_BODY,
      faults: {
        404: [NO_INVITATION],
        409: [['MALFORMED_REQUEST', 'somebody has an account with this address']],
        429: [GUESSED],
      },
    }),
  },
  '/api/v1/sign-in/oidc': {
    post: operation({
      id: 'begin_at_provider',
      summary: 'Begin a sign-in at the identity provider',
      description:
        'Answers where to lead the browser; a link to this address leads there too. With an invitation, the sign-in accepts it. The provider sends the browser back to `/api/v1/sign-in/oidc/callback`, which leads to `/` with a session, or to `/sign-in?fault=…`: `cancelled`, `refused` (the answer can not be trusted), `expired` (it took longer than ten minutes), `unavailable`, `no_role`, `removed`, `replaced` (the person has another way in by now), `invitation`.',
      schema: 'ProviderPage',
      body: BEGIN_BODY,
      faults: {
        404: [['NOT_FOUND', 'no identity provider is set']],
        429: [['RATE_LIMITED', 'too many sign-ins were begun from this address']],
      },
    }),
  },
};
