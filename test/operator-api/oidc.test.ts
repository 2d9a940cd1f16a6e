import { expect } from 'chai';
import { parseRoleMap } from '../../src/core/people/provider-roles.js';
import { startOperatorApi, type TestOperatorApi } from '../support/operator-api.js';
import { CLIENT, startProvider, type Lie, type TestProvider } from '../support/oidc-provider.js';
import { until } from '../support/until.js';
import { BEGIN, CONSOLE, startProvidedApi } from '../support/provided-api.js';
import { invitationFor, openBrowser, signedIn, type Answer, type Browser } from '../support/people.js';

const SESSION = '/api/v1/session';
const now = (): number => Math.floor(Date.now() / 1_000);

describe('operator API: sign-in at an OpenID provider', () => {
  let provider: TestProvider;
  let api: TestOperatorApi;
  before(async () => {
    ({ provider, api } = await startProvidedApi({
      trustProxy: 1,
      oidcRoles: parseRoleMap('staff=viewer,staff=support,bosses=admin') ?? new Map(),
    }));
  });
  after(async () => {
    await api.close();
    await provider.close();
  });
  beforeEach(() => {
    provider.lie = undefined;
    provider.account = { sub: 'ann', name: 'Ann Lee', groups: ['staff', 'others'] };
  });

  const open = (): Browser => openBrowser(api.url, CONSOLE);
  const back = (browser: Browser, called: URL): Promise<Answer> =>
    browser.call('get', called.pathname + called.search);
  const begin = async (browser: Browser, body: object = {}): Promise<string> => {
    const { status, body: answer } = await browser.call('post', BEGIN, body);
    expect(status, JSON.stringify(answer)).to.equal(200);
    return String(answer['url']);
  };
  const signIn = async (browser = open(), body: object = {}): Promise<string> =>
    (await back(browser, await provider.visit(await begin(browser, body)))).headers['location'] ?? '';

  it('signs in who has a role there, by the code flow with PKCE, state and nonce', async () => {
    const browser = open();
    const url = new URL(await begin(browser));
    expect(Object.fromEntries(url.searchParams)).to.deep.include({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid profile email',
      redirect_uri: `${CONSOLE}${BEGIN}/callback`,
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(url.searchParams.get(name)).to.have.length.above(40);
    expect(browser.rules.get('__Host-leadkeep-begun'))
      .to.match(/SameSite=Lax/)
      .and.match(/HttpOnly/)
      .and.match(/Secure/);
    const answer = await back(browser, await provider.visit(url.href));
    expect([answer.status, answer.headers['location']]).to.deep.equal([303, '/']);
    expect(browser.cookies.has('__Host-leadkeep-begun')).to.equal(false);
    const { body } = await browser.call('get', SESSION);
    expect(body).to.deep.include({ roles: ['viewer', 'support'], sign_in: { local: true, oidc: true } });
    expect(body['person']).to.deep.include({ name: 'Ann Lee', email: null });
  });

  it('by a link, too; and the same person again, with the roles of then', async () => {
    await signIn();
    provider.account = { ...provider.account, name: 'Ann Lee-Fox', groups: 'bosses' };
    const browser = open();
    const answer = await browser.call('get', BEGIN);
    expect(answer.status).to.equal(303);
    await back(browser, await provider.visit(answer.headers['location'] ?? ''));
    const { body } = await browser.call('get', SESSION);
    expect(body['roles']).to.deep.equal(['admin']);
    expect(body['person']).to.deep.include({ name: 'Ann Lee-Fox' });
    const stored = await api.connection.collection('people').countDocuments({ 'provider.subject': 'ann' });
    expect(stored).to.equal(1);
  });

  it('ends the session that the browser had, though the way back from the provider brings no strict cookie', async () => {
    const browser = open();
    await signIn(browser);
    const former = open();
    for (const pair of browser.cookies) former.cookies.set(...pair);
    expect((await former.call('get', SESSION)).status).to.equal(200);
    const called = await provider.visit(await begin(browser));
    const lax = [...browser.cookies].filter(([name]) => /SameSite=Lax/.test(browser.rules.get(name) ?? ''));
    const headers = { Cookie: lax.map((pair) => pair.join('=')).join('; ') };
    await browser.call('get', called.pathname + called.search, undefined, headers);
    await until(async () => (await former.call('get', SESSION)).status === 401, 'it is over');
    expect((await browser.call('get', SESSION)).status).to.equal(200);
  });

  it('takes only an e-mail address that the provider has verified, and never an account because of one', async () => {
    const { email } = await signedIn(apiAtConsole(), ['admin'], 'owner@example.com');
    provider.account = { sub: 'eve', name: 'Eve', groups: 'staff', email, email_verified: true };
    const browser = open();
    expect(await signIn(browser)).to.equal('/');
    expect((await browser.call('get', SESSION)).body['roles']).to.deep.equal(['viewer', 'support']);
    provider.account = { sub: 'bob', groups: 'staff', email: 'bob@example.com', email_verified: false };
    await signIn(browser);
    expect((await browser.call('get', SESSION)).body['person']).to.deep.include({
      name: 'Unnamed',
      email: null,
    });
  });

  /** `signedIn` opens a browser of its own; here it has to be at CONSOLE_URL. */
  const apiAtConsole = () => ({ ...api, origin: CONSOLE });

  it('refuses who has no role; an invitation gives one, once', async () => {
    provider.account = { sub: 'carol', name: 'Carol', groups: ['others', 7, null] };
    expect(await signIn()).to.equal('/sign-in?fault=no_role');
    const invitation = await invitationFor(api, ['finance'], 'carol@example.com');
    const browser = open();
    expect(await signIn(browser, { invitation })).to.equal('/');
    const { body } = await browser.call('get', SESSION);
    expect(body).to.deep.include({ roles: ['finance'] });
    expect(body['person']).to.deep.include({ name: 'Carol', email: 'carol@example.com' });
    expect(await signIn(open(), { invitation })).to.equal('/sign-in?fault=invitation');
    expect(await signIn(), 'with the role of the invitation').to.equal('/');
  });

  it('refuses who was removed, until they are invited again', async () => {
    provider.account = { sub: 'dan', name: 'Dan', groups: 'staff' };
    const browser = open();
    await signIn(browser);
    const { id } = (await browser.call('get', SESSION)).body['person'] as { id: string };
    const removed = await api.call('delete', `/api/v1/operator/people/${id}`);
    expect(removed.status).to.equal(200);
    expect(await signIn()).to.equal('/sign-in?fault=removed');
    const again = open();
    expect(await signIn(again, { invitation: await invitationFor(api, ['viewer'], null) })).to.equal('/');
    expect(((await again.call('get', SESSION)).body['person'] as { id: string }).id).to.equal(id);
    const { body } = await api.call('get', '/api/v1/operator/people');
    const listed = (body['people'] as { id: string }[]).find((person) => person.id === id);
    expect(listed, 'a role of both').to.deep.include({
      ...{ roles: ['viewer', 'support'], roles_of_leadkeep: ['viewer'] },
      roles_of_provider: ['viewer', 'support'],
    });
  });

  it('remembers the account that a password replaced: it is no new person, also after the removal', async () => {
    const [email, groups] = ['gail@example.com', 'staff'];
    provider.account = { sub: 'gail', name: 'Gail', groups, email, email_verified: true };
    const browser = open();
    await signIn(browser);
    const { id } = (await browser.call('get', SESSION)).body['person'] as { id: string };
    const local = await signedIn(apiAtConsole(), ['viewer'], email);
    expect(local.id, 'the same person').to.equal(id);
    expect(await signIn(), 'with the former account').to.equal('/sign-in?fault=replaced');
    const other = await invitationFor(api, ['admin'], null);
    expect(await signIn(open(), { invitation: other })).to.equal('/sign-in?fault=invitation');
    const { body } = await api.call('get', '/api/v1/operator/people');
    expect(JSON.stringify(body)).to.contain(email).and.not.contain(provider.issuer);
    const removed = await api.call('delete', `/api/v1/operator/people/${id}`);
    expect(removed.status).to.equal(200);
    expect(await signIn()).to.equal('/sign-in?fault=removed');
    expect(await api.connection.collection('people').countDocuments({ name: 'Gail' })).to.equal(0);
    const again = open();
    expect(await signIn(again, { invitation: await invitationFor(api, ['viewer'], email) })).to.equal('/');
    expect(((await again.call('get', SESSION)).body['person'] as { id: string }).id).to.equal(id);
  });

  it('remembers the account that another one of the provider replaced', async () => {
    provider.account = {
      sub: 'hal',
      name: 'Hal',
      groups: 'staff',
      email: 'hal@example.com',
      email_verified: true,
    };
    await signIn();
    provider.account = { sub: 'hal-2', name: 'Hal', groups: 'staff' };
    expect(await signIn(open(), { invitation: await invitationFor(api, null, 'hal@example.com') })).to.equal(
      '/',
    );
    provider.account = { sub: 'hal', name: 'Hal', groups: 'staff' };
    expect(await signIn()).to.equal('/sign-in?fault=replaced');
    expect(await api.connection.collection('people').countDocuments({ name: 'Hal' })).to.equal(1);
  });

  const LIES: readonly (readonly [string, Lie])[] = [
    ['another issuer', { claims: (told) => ({ ...told, iss: 'https://evil.example' }) }],
    ['another audience', { claims: (told) => ({ ...told, aud: 'another-client' }) }],
    [
      'several audiences without the party',
      { claims: (told) => ({ ...told, aud: ['leadkeep', 'other'], azp: 'other' }) },
    ],
    ['another nonce', { claims: (told) => ({ ...told, nonce: 'of another sign-in' }) }],
    ['no nonce', { claims: ({ nonce: _, ...told }) => told }],
    ['no subject', { claims: ({ sub: _, ...told }) => told }],
    ['a token that expired two minutes ago', { claims: (told) => ({ ...told, exp: now() - 120 }) }],
    ['a token from two minutes ahead', { claims: (told) => ({ ...told, nbf: now() + 120 }) }],
    ['a key that it does not publish', { otherKey: true }],
    ['no signature', { unsigned: true }],
    ['no ID token', { answer: ({ id_token: _, ...answer }) => answer }],
  ];
  for (const [what, lie] of LIES)
    it(`a provider that lies is refused: ${what}`, async () => {
      provider.lie = lie;
      const browser = open();
      expect(await signIn(browser)).to.equal('/sign-in?fault=refused');
      expect([...browser.cookies.keys()].some((name) => name.includes('session'))).to.equal(false);
      const said = api.heard.lines().filter(({ msg }) => msg === 'the identity provider was refused');
      expect(said.length).to.be.above(0);
      expect(JSON.stringify(said)).to.not.contain('Ann').and.not.contain('eyJ');
    });

  for (const [what, claims] of [
    ['a token that expired 20 s ago', () => ({ exp: now() - 20, iat: now() - 40 })],
    ['a token from 20 s ahead', () => ({ nbf: now() + 20, iat: now() + 20 })],
  ] as const)
    it(`clocks may differ: ${what}`, async () => {
      provider.lie = { claims: (told) => ({ ...told, ...claims() }) };
      expect(await signIn()).to.equal('/');
    });

  it('refuses metadata of another issuer', async () => {
    const other = await startProvider(`${CONSOLE}${BEGIN}/callback`);
    other.lie = { metadata: (told) => ({ ...told, issuer: provider.issuer }) };
    const misled = await startOperatorApi({
      ...{ consoleUrl: CONSOLE, outboundAllow: ['127.0.0.0/8'] },
      ...{ oidcIssuer: other.issuer, oidcClientId: CLIENT.id, oidcClientSecret: CLIENT.secret },
    });
    try {
      const answer = await openBrowser(misled.url, CONSOLE).call('get', BEGIN);
      expect(answer.headers['location']).to.equal('/sign-in?fault=refused');
    } finally {
      await misled.close();
      await other.close();
    }
  });

  it('takes a callback only in the browser that began, once, with its own state', async () => {
    const browser = open();
    const called = await provider.visit(await begin(browser));
    expect((await back(open(), called)).headers['location'], 'another browser').to.equal(
      '/sign-in?fault=expired',
    );
    const forged = new URL(called);
    forged.searchParams.set('state', 'of another sign-in');
    expect((await back(browser, forged)).headers['location']).to.equal('/sign-in?fault=refused');
    expect((await back(browser, called)).headers['location'], 'a second time').to.equal(
      '/sign-in?fault=expired',
    );
    const other = open();
    const own = await provider.visit(await begin(other));
    own.searchParams.set('iss', 'https://evil.example');
    expect((await back(other, own)).headers['location'], 'mixed up issuers').to.equal(
      '/sign-in?fault=refused',
    );
    const third = open();
    const url = new URL(`${CONSOLE}${BEGIN}/callback`);
    const state = new URL(await begin(third)).searchParams.get('state') ?? '';
    url.search = String(new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer }));
    expect((await back(third, url)).headers['location']).to.equal('/sign-in?fault=cancelled');
  });

  it('one address begins only so many, since each is kept until it ends', async () => {
    const from = { 'X-Forwarded-For': '203.0.113.9' };
    const begun = () => open().call('get', BEGIN, undefined, from);
    const statuses: number[] = [];
    let over: Awaited<ReturnType<typeof begun>> | undefined;
    // One more is allowed each second.
    await until(async () => {
      statuses.push(...(await Promise.all(Array.from({ length: 70 }, begun))).map(({ status }) => status));
      over = await open().call('post', BEGIN, {}, from);
      return over.status === 429;
    }, 'it is refused');
    expect(statuses.filter((status) => status === 303).length).to.be.at.least(60);
    expect(Number(over?.headers['retry-after'])).to.be.greaterThan(0);
    expect((await open().call('get', BEGIN)).status, 'another address').to.equal(303);
  });

  it('says that the provider is away', async () => {
    const away = await startOperatorApi({
      ...{ consoleUrl: CONSOLE, outboundAllow: ['127.0.0.0/8'] },
      ...{ oidcIssuer: 'http://127.0.0.1:1', oidcClientId: CLIENT.id, oidcClientSecret: CLIENT.secret },
    });
    try {
      const browser = openBrowser(away.url, CONSOLE);
      expect((await browser.call('get', BEGIN)).headers['location']).to.equal('/sign-in?fault=unavailable');
      expect((await browser.call('post', BEGIN, {})).status).to.equal(503);
    } finally {
      await away.close();
    }
  });
});
