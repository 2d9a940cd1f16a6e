import { generateKeyPairSync, randomUUID, sign, type JsonWebKey, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type Configuration } from 'oidc-provider';

export const CLIENT = { id: 'leadkeep', secret: 'a secret that only tests have' };

/** Who signs in at the provider, as it knows them. */
export interface ProviderAccount {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

type Claims = Record<string, unknown>;

/** Changes the claims of an ID token, or what else is about it. */
export interface Lie {
  readonly claims?: (claims: Claims) => Claims;
  /** Signed with a key that the provider does not publish. */
  readonly otherKey?: true;
  readonly unsigned?: true;
  /** Changes the answer with the tokens. */
  readonly answer?: (answer: Claims) => Claims;
  readonly metadata?: (metadata: Claims) => Claims;
}

export interface TestProvider {
  readonly issuer: string;
  /** Who signs in from now on. */
  account: ProviderAccount;
  lie: Lie | undefined;
  /** What the browser does at the provider: from its page to the address of the callback. */
  visit(url: string): Promise<URL>;
  close(): Promise<void>;
}

const keys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

function signed(claims: Claims, key: KeyObject | undefined, kid: string): string {
  const text = `${encode({ alg: key ? 'RS256' : 'none', kid, typ: 'JWT' })}.${encode(claims)}`;
  return `${text}.${key ? sign('sha256', Buffer.from(text), key).toString('base64url') : ''}`;
}

/** A real OpenID provider on this machine, which lies on demand. It has one client, whose secret is above. */
export async function startProvider(redirectUri: string): Promise<TestProvider> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => {
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [own, other] = [keys(), keys()];
  const jwk = { ...own.privateKey.export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'RS256' };
  const at: TestProvider = {
    issuer,
    account: { sub: 'nobody' },
    lie: undefined,
    visit: (url) => visit(url, redirectUri),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const provider = new Provider(
    issuer,
    configuration(redirectUri, jwk, () => at.account),
  );
  provider.use(async (ctx, next) => {
    if (ctx.path.startsWith('/interaction/')) {
      // It has no page: everybody is who the test says, at once.
      await provider.interactionFinished(ctx.req, ctx.res, { login: { accountId: at.account.sub } });
      return;
    }
    await next();
    const { lie } = at;
    const body = ctx.body as Claims;
    if (lie?.metadata && ctx.path === '/.well-known/openid-configuration') ctx.body = lie.metadata(body);
    if (!lie || ctx.path !== '/token' || typeof body['id_token'] !== 'string') return;
    const told = JSON.parse(
      Buffer.from(body['id_token'].split('.')[1] ?? '', 'base64url').toString(),
    ) as Claims;
    const key = lie.unsigned ? undefined : lie.otherKey ? other.privateKey : own.privateKey;
    const id_token = signed(lie.claims?.(told) ?? told, key, 'own');
    ctx.body = lie.answer?.({ ...body, id_token }) ?? { ...body, id_token };
  });
  const listener = provider.callback();
  handle = (request, response) => void listener(request, response);
  return at;
}

const configuration = (
  redirectUri: string,
  jwk: JsonWebKey & { kid: string },
  account: () => ProviderAccount,
): Configuration => ({
  clients: [
    {
      ...{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] },
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  jwks: { keys: [jwk] as never },
  cookies: { keys: [randomUUID()] },
  pkce: { required: () => true },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
  conformIdTokenClaims: false,
  features: { devInteractions: { enabled: false } },
  ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60 },
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ ...account(), sub: id }) }),
  async loadExistingGrant(ctx) {
    const { client, session, provider } = ctx.oidc;
    const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! });
    grant.addOIDCScope('openid profile email');
    await grant.save();
    return grant;
  },
});

async function visit(url: string, redirectUri: string): Promise<URL> {
  const cookies = new Map<string, string>();
  for (let [at, steps] = [url, 0]; steps < 10; steps += 1) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
    if (next.startsWith(redirectUri)) return new URL(next);
    at = new URL(next, at).href;
  }
  throw new Error('the provider leads in circles');
}
