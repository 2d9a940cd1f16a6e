import joi from 'joi';
import type { Request, Response } from 'express';
import type { BegunSignIn } from '../../app/ports/identity-provider.js';
import { ownAct, type SignedIn } from '../../app/people/begin-session.js';
import { endSession } from '../../app/people/manage-people.js';
import { signInLocally } from '../../app/people/sign-in-locally.js';
import { authRequired, fault, rateLimited } from '../../http/faults.js';
import { expecting } from '../../http/described-schema.js';
import { send, sendDocument } from '../../http/send.js';
import { answerOfFault, faultOf } from '../../http/translate-error.js';
import { body, needed } from '../bodies/kinds.js';
import { signInCall, type ReadBody, type SignInHandler, type SignInParts } from './parts.js';
import { CHALLENGE } from './session-access.js';
import { sessionDocument } from './session-document.js';

export const SIGN_IN_BODY = body({
  email: needed(expecting(joi.string().max(254), 'an e-mail address')),
  password: needed(expecting(joi.string().max(1_000), 'a password')),
  totp: needed(expecting(joi.string().max(20), 'the six digits that your app shows')),
}).required();

/** Gives the browser its session, and ends the one that it had. */
export async function answerSignedIn(
  parts: SignInParts,
  request: Request,
  response: Response,
  { session, token }: SignedIn,
): Promise<void> {
  await endEarlier(parts, request, session.id);
  parts.cookies.set(request, response, 'session', token);
  sendDocument(response, sessionDocument({ session, token }, parts.kinds));
}

/** A session and whose it is. */
type OwnSession = NonNullable<BegunSignIn['earlier']>;

/** The session of the browser, as far as it sends its cookie. */
export async function sessionOf(parts: SignInParts, request: Request): Promise<OwnSession | undefined> {
  const token = parts.cookies.read(request, 'session');
  const found = token === undefined ? null : await parts.access.peek(token);
  return found ? { id: found.id, person: found.person.id } : undefined;
}

/**
 * A browser has one session: what it had before would otherwise go on without anybody. `begunIn`: the one that it had when
 * it left for the provider.
 */
export async function endEarlier(
  parts: SignInParts,
  request: Request,
  newId: string,
  begunIn?: OwnSession,
): Promise<void> {
  const earlier = (await sessionOf(parts, request)) ?? begunIn;
  if (earlier && earlier.id !== newId)
    await endSession(parts.ports, earlier, ownAct(signInCall(parts, request), earlier.person));
}

/** Who is signed in. Without a session the answer says how one can sign in. */
export const readSession =
  (parts: SignInParts): SignInHandler =>
  async (request, response) => {
    parts.address.requireHost(request);
    let why: unknown = authRequired();
    const called = await parts.access.find(request, response).catch((error: unknown) => {
      why = error;
      return undefined;
    });
    if (called) {
      sendDocument(response, sessionDocument(called, parts.kinds));
      return;
    }
    const refused = faultOf(why);
    if (refused.http !== 401) throw why;
    const answer = answerOfFault(refused);
    send(response, { ...answer, body: { ...answer.body, ...{ sign_in: parts.kinds } } }, refused.headers);
  };

/** Signs in with a password and a one-time code. */
export const beginLocally =
  (parts: SignInParts, read: ReadBody<typeof SIGN_IN_BODY>): SignInHandler =>
  async (request, response) => {
    requireLocal(parts);
    parts.address.requireHost(request);
    parts.address.requireOrigin(request);
    const typed = await read(request, response);
    const device = parts.cookies.read(request, 'device');
    const call = signInCall(parts, request);
    const end = await signInLocally(parts.ports, { ...typed, ...(device !== undefined && { device }) }, call);
    if (end.outcome === 'wait') throw rateLimited(end.seconds);
    if (end.outcome === 'wrong')
      throw fault(
        401,
        'AUTH_INVALID',
        'Check the e-mail address and the password, and wait for a new code.',
      ).withHeader(...CHALLENGE);
    parts.cookies.set(request, response, 'device', end.device);
    await answerSignedIn(parts, request, response, end);
  };

export function requireLocal({ kinds }: SignInParts): void {
  if (!kinds.local)
    throw fault(403, 'FORBIDDEN', 'Sign in at your identity provider: passwords are not used here.');
}

/** Signs out. */
export const endOwn =
  (parts: SignInParts): SignInHandler =>
  async (request, response) => {
    const called = await parts.access.find(request, response);
    if (!called) throw authRequired();
    const { session } = called;
    await endSession(
      parts.ports,
      { id: session.id, person: session.person.id },
      ownAct(signInCall(parts, request), session.person.id),
    );
    parts.cookies.clear(request, response, 'session');
    sendDocument(response, { ended: true });
  };
