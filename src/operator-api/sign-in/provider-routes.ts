import joi from 'joi';
import type { Request, Response } from 'express';
import { isOutage } from '../../app/outage.js';
import { signInByProvider } from '../../app/people/sign-in-by-provider.js';
import { ProviderRefused, type IdentityProvider } from '../../app/ports/identity-provider.js';
import { BEGIN_LIMIT } from '../../core/people/device.js';
import { networkOf } from '../../http/access/network-of.js';
import { takeTokens } from '../../http/access/take-tokens.js';
import { expecting } from '../../http/described-schema.js';
import { notFound } from '../../http/faults.js';
import { localsOf, sendDocument } from '../../http/send.js';
import { body } from '../bodies/kinds.js';
import { signInCall, type ReadBody, type SignInHandler, type SignInParts } from './parts.js';
import { endEarlier, sessionOf } from './session-routes.js';

export const CALLBACK_PATH = '/api/v1/sign-in/oidc/callback';
export const BEGIN_BODY = body({
  invitation: expecting(joi.string().max(100), 'the token of an invitation'),
}).required();

/** Why the page shows no console after a sign-in at the provider: `/sign-in?fault=…`. */
export type ProviderFault =
  'cancelled' | 'refused' | 'expired' | 'unavailable' | 'no_role' | 'removed' | 'replaced' | 'invitation';

/** Leads the browser to the provider. */
export const beginByLink =
  (parts: SignInParts): SignInHandler =>
  async (request, response) => {
    parts.address.requireHost(request);
    const provider = providerOf(parts);
    try {
      goTo(response, await begin(parts, provider, { request, response }));
    } catch (error) {
      goToFault(parts, response, error);
    }
  };

/** Answers the provider's address. With an invitation, the sign-in accepts it. */
export const beginByCall =
  (parts: SignInParts, read: ReadBody<typeof BEGIN_BODY>): SignInHandler =>
  async (request, response) => {
    parts.address.requireHost(request);
    parts.address.requireOrigin(request);
    const provider = providerOf(parts);
    const { invitation } = await read(request, response);
    sendDocument(response, { url: await begin(parts, provider, { request, response, invitation }) });
  };

/** The provider has sent the browser back. The answer is always a page of the console. */
export const finish =
  (parts: SignInParts): SignInHandler =>
  async (request, response) => {
    parts.address.requireHost(request);
    const provider = providerOf(parts);
    const { cookies, ports } = parts;
    try {
      const key = cookies.read(request, 'begun');
      const begun = key === undefined ? null : await parts.begun.take(key);
      cookies.clear(request, response, 'begun');
      if (begun === null) {
        goTo(response, faultPage('expired'));
        return;
      }
      const called = new URL(request.originalUrl, parts.address.originOf(request));
      const identity = await provider.finish(called, begun.checks);
      const end = await signInByProvider(ports, identity, begun.invitation, signInCall(parts, request));
      if (end.outcome !== 'in') {
        const isInvitation = end.outcome === 'unknown' || end.outcome === 'taken';
        goTo(response, faultPage(isInvitation ? 'invitation' : end.outcome));
        return;
      }
      await endEarlier(parts, request, end.session.id, begun.earlier);
      cookies.set(request, response, 'session', end.token);
      goTo(response, '/');
    } catch (error) {
      if (error instanceof ProviderRefused && error.why === 'refused')
        await ports.recordRefusal(signInCall(parts, request).audit, { why: 'provider' });
      goToFault(parts, response, error);
    }
  };

function providerOf({ provider }: SignInParts): IdentityProvider {
  if (!provider) throw notFound();
  return provider;
}

interface Beginning {
  readonly request: Request;
  readonly response: Response;
  readonly invitation?: string | undefined;
}

/** Throws RATE_LIMITED: nobody is signed in yet, and what is begun is kept in Redis. */
async function begin(
  parts: SignInParts,
  provider: IdentityProvider,
  { request, response, invitation }: Beginning,
): Promise<string> {
  const bucket = { name: `begun-sign-in:${networkOf(request)}`, limit: BEGIN_LIMIT };
  await takeTokens(parts.gcra, bucket);
  const { url, checks } = await provider.begin(`${parts.address.originOf(request)}${CALLBACK_PATH}`);
  const earlier = await sessionOf(parts, request);
  const key = await parts.begun.keep({
    checks,
    ...(invitation !== undefined && { invitation }),
    ...(earlier && { earlier }),
  });
  parts.cookies.set(request, response, 'begun', key);
  return url;
}

const faultPage = (fault: ProviderFault): string => `/sign-in?fault=${fault}`;

function goToFault({ log }: SignInParts, response: Response, error: unknown): void {
  if (error instanceof ProviderRefused) {
    const { request_id } = localsOf(response);
    if (error.why === 'refused')
      log.warn({ request_id, detail: error.detail }, 'the identity provider was refused');
    goTo(response, faultPage(error.why));
    return;
  }
  if (!isOutage(error)) throw error;
  log.warn({ err: error }, 'the identity provider, or a service, is down');
  goTo(response, faultPage('unavailable'));
}

function goTo(response: Response, where: string): void {
  localsOf(response).code = 'OK';
  response.status(303).set({ Location: where, 'Content-Length': '0' }).end();
}
