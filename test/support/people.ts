import { TOTP, Secret } from 'otpauth';
import supertest from 'supertest';
import type { Role } from '../../src/core/operators/roles.js';
import { createInvitationStore } from '../../src/platform/mongo/people/invitation-store.js';
import type { AnswerBody, Method } from './api.js';
import { requireDocumented } from './documented.js';
import { OPERATOR_API, type TestOperatorApi } from './operator-api.js';
import { TEST_ISSUER } from './records.js';

export const PASSWORD = 'a long enough passphrase';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AnswerBody & Readonly<Record<string, unknown>>;
}

/** A browser at the console: it keeps cookies, and says where a call comes from. */
export interface Browser {
  readonly cookies: Map<string, string>;
  /** The attributes of the cookies that were set, by name. */
  readonly rules: Map<string, string>;
  csrf: string | undefined;
  call(method: Method, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export function openBrowser(url: string, origin = `http://localhost:${new URL(url).port}`): Browser {
  const cookies = new Map<string, string>();
  const rules = new Map<string, string>();
  const keep = (line: string): void => {
    const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
    rules.set(name, rest);
    if (/max-age=0/i.test(rest)) cookies.delete(name);
    else cookies.set(name, value);
  };
  const browser: Browser = {
    cookies,
    rules,
    csrf: undefined,
    async call(method, path, body, headers = {}) {
      const call = supertest(url)[method](path).redirects(0).set('Host', new URL(origin).host);
      if (method !== 'get') call.set('Origin', origin);
      if (cookies.size > 0) call.set('Cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
      if (browser.csrf !== undefined) call.set('X-CSRF-Token', browser.csrf);
      call.set(headers);
      if (body !== undefined) call.send(body as object);
      const answer = (await call) as unknown as Answer;
      if (answer.status !== 303) requireDocumented(method, path, answer, OPERATOR_API);
      for (const line of (answer.headers['set-cookie'] ?? []) as unknown as string[]) keep(line);
      if (typeof answer.body['csrf'] === 'string') browser.csrf = answer.body['csrf'];
      return answer;
    },
  };
  return browser;
}

/** The one-time codes of an authenticator app, `ahead` steps from now. */
export const codeOf = (secret: string, ahead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 });

export interface Invited {
  readonly browser: Browser;
  readonly id: string;
  readonly secret: string;
  /** The one-time code that was used. */
  readonly code: string;
  readonly email: string;
}

export const invitationFor = async (
  { connection }: Pick<TestOperatorApi, 'connection'>,
  roles: readonly Role[] | null,
  email: string | null,
): Promise<string> => {
  const grant = { email, roles, issued_by: TEST_ISSUER };
  return (await createInvitationStore(connection).issue(grant, new Date())).token;
};

const INVITATIONS = '/api/v1/invitations';

export const readInvitation = (browser: Browser, token: string): Promise<Answer> =>
  browser.call('post', `${INVITATIONS}/read`, { token });

export const acceptInvitation = (browser: Browser, token: string, typed: object): Promise<Answer> =>
  browser.call('post', `${INVITATIONS}/accept`, { token, ...typed });

/** What the authenticator app of an invited person needs. */
export const secretOf = ({ body }: Answer): string => (body['totp'] as { secret: string }).secret;

/** Invites somebody, and signs them in. */
export async function signedIn(
  api: Pick<TestOperatorApi, 'connection' | 'url'> & { readonly origin?: string },
  roles: readonly Role[],
  email = `${roles.join('-')}@example.com`,
): Promise<Invited> {
  const token = await invitationFor(api, roles, email);
  const browser = openBrowser(api.url, api.origin);
  const secret = secretOf(await readInvitation(browser, token));
  const code = codeOf(secret);
  const answer = await acceptInvitation(browser, token, { name: 'Kim Doe', password: PASSWORD, totp: code });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { browser, secret, code, email, id: (answer.body['person'] as { id: string }).id };
}
