import joi from 'joi';
import type { Request, Response } from 'express';
import { renderSVG } from 'uqr';
import { acceptLocally } from '../../app/people/accept-invitation.js';
import { findOpen } from '../../app/people/open-invitations.js';
import type { Invitation } from '../../core/people/invitation.js';
import { MAX_PASSWORD, MIN_PASSWORD } from '../../core/people/password.js';
import { expecting } from '../../http/described-schema.js';
import { fault } from '../../http/faults.js';
import { sendDocument } from '../../http/send.js';
import { body, needed } from '../bodies/kinds.js';
import { conflict } from '../faults.js';
import { signInCall, type ReadBody, type SignInHandler, type SignInParts } from './parts.js';
import { answerSignedIn, requireLocal } from './session-routes.js';

/** In the body, since proxies log the address of a call. */
const token = needed(expecting(joi.string().max(100), 'the token of an invitation'));

export const INVITATION_BODY = body({ token }).required();

export const ACCEPTANCE_BODY = body({
  token,
  name: needed(expecting(joi.string().max(400), 'a name of 1 to 100 characters')),
  email: expecting(joi.string().max(254), 'an e-mail address'),
  password: needed(expecting(joi.string().max(1_000), `${MIN_PASSWORD} to ${MAX_PASSWORD} characters`)),
  totp: needed(expecting(joi.string().max(20), 'the six digits that your app shows now')),
}).required();

const noInvitation = () =>
  fault(
    404,
    'NOT_FOUND',
    'Ask for another invitation: this one is unknown, was used or withdrawn, or has expired.',
  );

/** What the invited person sees: who is invited to what, and what the authenticator app needs. */
export const readInvitation =
  (parts: SignInParts, read: ReadBody<typeof INVITATION_BODY>): SignInHandler =>
  async (request, response) => {
    parts.address.requireHost(request);
    parts.address.requireOrigin(request);
    const { token } = await read(request, response);
    const { email, roles, expires_at } = await find(parts, request, response, token);
    const secret = parts.ports.codes.secretOf(token);
    const uri = parts.ports.codes.addressOf(secret, email ?? new URL(parts.address.originOf(request)).host);
    sendDocument(response, {
      ...{ email, roles, expires_at },
      totp: { secret, uri, qr_svg: renderSVG(uri, { border: 2 }) },
      password: { min: MIN_PASSWORD, max: MAX_PASSWORD },
      sign_in: parts.kinds,
    });
  };

/** Accepts an invitation with a password, and signs in. */
export const acceptInvitation =
  (parts: SignInParts, read: ReadBody<typeof ACCEPTANCE_BODY>): SignInHandler =>
  async (request, response) => {
    requireLocal(parts);
    parts.address.requireHost(request);
    parts.address.requireOrigin(request);
    const { token, ...typed } = await read(request, response);
    await find(parts, request, response, token);
    const end = await acceptLocally(parts.ports, token, typed, signInCall(parts, request));
    if (end.outcome === 'unknown') throw noInvitation();
    if (end.outcome === 'taken')
      throw conflict(
        'Somebody has an account with this e-mail address: ask for an invitation to it.',
        'email',
      );
    if (end.outcome === 'fault')
      throw fault(400, 'INVALID_FIELD', `${end.field} must ${end.must}.`, { field: end.field });
    const { email } = end.session.person;
    if (email !== null)
      parts.cookies.set(request, response, 'device', parts.ports.devices.mint(email, parts.clock()));
    await answerSignedIn(parts, request, response, end);
  };

/** Guesses are counted by address. A token has 190 random bits, so this only keeps the database quiet. */
async function find(
  { ports, wrongInvitations, clock }: SignInParts,
  request: Request,
  response: Response,
  token: string,
): Promise<Invitation> {
  await wrongInvitations.refuseWhenOver(request);
  const invitation = await findOpen(ports, token, clock());
  if (invitation) return invitation;
  await wrongInvitations.count(request, response);
  throw noInvitation();
}
