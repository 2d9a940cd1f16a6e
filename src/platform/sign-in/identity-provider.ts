import * as oidc from 'openid-client';
import { isOutage, OutageError } from '../../app/outage.js';
import { ProviderRefused, type IdentityProvider } from '../../app/ports/identity-provider.js';
import { emailOf, personNameOf } from '../../core/people/person.js';
import type { OutboundSettings } from '../process/outbound-settings.js';
import { createProviderFetch } from './provider-fetch.js';

export interface ProviderOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** The claim of the ID token that gives roles. */
  readonly rolesClaim: string;
  /** Which addresses may be called, and which way. */
  readonly outbound: OutboundSettings;
}

/** The provider's clock and ours may differ by so many seconds. */
const CLOCK_TOLERANCE_S = 30;

/** The provider's addresses and keys are read again after this time. */
const METADATA_MS = 3_600_000;

const CALL_LIMIT_S = 10;

/**
 * OpenID Connect's code flow with PKCE, state and nonce. The library checks issuer, audience, nonce, times and the
 * signature of the ID token. The token is used once, to learn who signed in; no token is kept.
 */
export function createIdentityProvider(
  { issuer, clientId, clientSecret, scope, rolesClaim, outbound }: ProviderOptions,
  clock: () => Date = () => new Date(),
): IdentityProvider {
  const fetch = createProviderFetch(outbound);
  let known: { readonly read: Promise<oidc.Configuration>; readonly at: number } | undefined;

  const read = (): Promise<oidc.Configuration> =>
    oidc.discovery(
      new URL(issuer),
      clientId,
      { [oidc.clockTolerance]: CLOCK_TOLERANCE_S },
      oidc.ClientSecretPost(clientSecret),
      {
        [oidc.customFetch]: fetch,
        timeout: CALL_LIMIT_S,
        // The settings take http for localhost alone.
        execute: [
          oidc.enableNonRepudiationChecks,
          ...(issuer.startsWith('http:') ? [allowInsecureRequests] : []),
        ],
      },
    );
  async function configuration(): Promise<oidc.Configuration> {
    const now = clock().getTime();
    if (!known || Math.abs(now - known.at) > METADATA_MS) known = { read: read(), at: now };
    const { read: reading } = known;
    try {
      return await reading;
    } catch (error) {
      if (known.read === reading) known = undefined;
      throw translate(error);
    }
  }

  return {
    async begin(callbackUrl) {
      const config = await configuration();
      const checks = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(config, {
        ...{ redirect_uri: callbackUrl, scope, response_type: 'code' },
        ...{ state: checks.state, nonce: checks.nonce },
        ...{
          code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
          code_challenge_method: 'S256',
        },
      });
      return { url: url.href, checks };
    },
    async finish(calledUrl, { state, nonce, verifier }) {
      const config = await configuration();
      const tokens = await oidc
        .authorizationCodeGrant(config, calledUrl, {
          ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
          idTokenExpected: true,
        })
        .catch((error: unknown) => {
          throw translate(error);
        });
      const claims = tokens.claims();
      if (!claims) throw new ProviderRefused('refused', 'no ID token');
      const said = typeof claims['email'] === 'string' ? emailOf(claims['email']) : undefined;
      const email = claims['email_verified'] === true && said !== undefined ? said : null;
      return {
        ...{ issuer: claims.iss, subject: claims.sub, email },
        name: nameIn(claims) ?? email ?? 'Unnamed',
        roleClaim: claims[rolesClaim],
      };
    },
  };
}

/** The library marks it as deprecated only to make it stand out. */
// eslint-disable-next-line @typescript-eslint/no-deprecated
const allowInsecureRequests = oidc.allowInsecureRequests;

function nameIn(claims: oidc.IDToken): string | undefined {
  const said = [claims['name'], claims['preferred_username']];
  return said.flatMap((name) => (typeof name === 'string' ? (personNameOf(name) ?? []) : []))[0];
}

/** The library's errors may hold tokens and claims: only their code and their own words go on. */
function translate(error: unknown): Error {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (isOutage(cause)) return cause;
  if (error instanceof oidc.AuthorizationResponseError)
    return new ProviderRefused(
      error.error === 'access_denied' ? 'cancelled' : 'refused',
      'authorization response',
    );
  if (error instanceof oidc.ResponseBodyError) return new ProviderRefused('refused', 'token response');
  if (error instanceof oidc.ClientError) {
    if (error.code === 'OAUTH_TIMEOUT') return new OutageError('the identity provider', error);
    return new ProviderRefused('refused', `${error.code ?? ''} ${error.message}`.trim());
  }
  return error instanceof Error ? error : new Error('the identity provider failed', { cause: error });
}
