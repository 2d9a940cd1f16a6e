import { expect } from 'chai';
import { LEADS, PEOPLE, SESSIONS, startOperatorApi, type TestOperatorApi } from '../support/operator-api.js';
import {
  acceptInvitation,
  codeOf,
  openBrowser,
  PASSWORD,
  readInvitation,
  secretOf,
  signedIn,
  type Answer,
  type Browser,
} from '../support/people.js';
import { until } from '../support/until.js';

const SESSION = '/api/v1/session';
const OWN = `${SESSION}/own`;

describe('operator API: sessions', function () {
  let api: TestOperatorApi;
  let admin: Browser;
  before(async () => {
    api = await startOperatorApi({ wrongKeysBurst: 1_000, wrongKeysPerMinute: 1_000 });
    admin = (await signedIn(api, ['admin'])).browser;
  });
  after(() => api.close());

  const saidOf = ({ status, body }: Answer) => [status, body.code, body['message']];
  const INVITE = `${PEOPLE}/invitations`;
  const invite = { email: 'new@example.com', roles: ['viewer'] };
  const sessionsOf = async (id: string) => {
    const { body } = await admin.call('get', SESSIONS);
    const all = body['sessions'] as { id: string; person: { id: string } }[];
    return all.filter(({ person }) => person.id === id);
  };

  it('takes a session where it takes a key, with the permissions of the roles', async () => {
    const { browser, id } = await signedIn(api, ['viewer'], 'viewer@example.com');
    expect((await browser.call('get', LEADS)).status).to.equal(200);
    expect(saidOf(await browser.call('get', PEOPLE))).to.deep.equal([
      403,
      'FORBIDDEN',
      'You need the permission people:read for this.',
    ]);
    expect((await browser.call('post', INVITE, invite)).status).to.equal(403);
    const line = api.heard.lines().find(({ route, person }) => route === LEADS && person === id);
    expect(line, 'the log names the person by id').to.not.equal(undefined);
    expect(JSON.stringify(api.heard.lines())).to.not.contain('Kim Doe').and.not.contain('viewer@example.com');
  });

  it('takes a change only from a page of the console: CSRF', async () => {
    const own = admin.csrf ?? '';
    const evil = 'https://evil.example';
    const ours = { Host: new URL(api.url).host };
    const elsewhere = 'Call this from the console itself, at http://localhost:';
    for (const [headers, said] of [
      [{ Origin: evil }, elsewhere],
      [{ Origin: 'null' }, elsewhere],
      [{ Origin: '' }, elsewhere],
      [{ Origin: 'http://localhost:1' }, elsewhere],
      [{ 'X-CSRF-Token': '' }, 'Load the page again'],
      [{ 'X-CSRF-Token': own.split('').reverse().join('') }, 'Load the page again'],
      [ours, 'Open the console at http://localhost:'],
      [{ Host: 'evil.example', Origin: 'http://evil.example' }, 'Open the console at http://localhost:'],
    ] as const) {
      const answer = await admin.call('post', INVITE, invite, { ...headers });
      expect([answer.status, answer.body.code], JSON.stringify(headers)).to.deep.equal([403, 'FORBIDDEN']);
      expect(answer.body['message']).to.contain(said);
    }
    const form = await admin.call('post', INVITE, undefined, { 'Content-Type': 'text/plain' });
    expect(form.status, 'what a form can send').to.equal(400);
    expect((await admin.call('get', PEOPLE, undefined, ours)).status, 'reading, by another name').to.equal(
      403,
    );
    const { body } = await admin.call('get', PEOPLE);
    expect(JSON.stringify(body['invitations'])).to.not.contain('new@example.com');
    expect((await admin.call('post', INVITE, invite)).status).to.equal(200);
  });

  it('takes a sign-in and an acceptance only from a page of the console, too', async () => {
    const typed = { email: 'admin@example.com', password: PASSWORD, totp: '000000' };
    const invitations = ['read', 'accept'].map((act) => `/api/v1/invitations/${act}`);
    for (const path of [SESSION, ...invitations, '/api/v1/sign-in/oidc']) {
      const answer = await openBrowser(api.url).call('post', path, typed, { Origin: 'https://evil.example' });
      expect([answer.status, answer.body.code], path).to.deep.equal([403, 'FORBIDDEN']);
    }
  });

  it('an operator key needs no token, and wins over a session', async () => {
    const key = await api.issueKey(['people:write']);
    const answer = await api.call('post', INVITE, { key, body: { ...invite, email: 'keyed@example.com' } });
    expect(answer.status).to.equal(200);
    const both = await admin.call('get', LEADS, undefined, { Authorization: `Bearer ${key}` });
    expect(both.status, 'the key lacks leads:read').to.equal(403);
  });

  it('a stolen cookie alone changes nothing, and ends with the session', async () => {
    const { browser, id } = await signedIn(api, ['operator'], 'stolen@example.com');
    const thief = openBrowser(api.url);
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
    expect((await thief.call('delete', SESSION)).status).to.equal(403);
    const open = await sessionsOf(id);
    expect(open).to.have.length(1);
    expect((await browser.call('delete', SESSION)).status).to.equal(200);
    await until(async () => (await thief.call('get', SESSION)).status === 401, 'it has ended');
    expect(await sessionsOf(id)).to.deep.equal([]);
  });

  it('two tabs share a session; after another sign-in the old page has to be loaded again', async () => {
    const first = await signedIn(api, ['admin'], 'tabs@example.com');
    const old = first.browser.csrf ?? '';
    expect((await first.browser.call('get', SESSION)).body['csrf'], 'a second tab').to.equal(old);
    const { email, secret } = first;
    const typed = { email, password: PASSWORD, totp: codeOf(secret, 1) };
    expect((await first.browser.call('post', SESSION, typed)).status).to.equal(200);
    const fromOldTab = await first.browser.call('post', INVITE, invite, { 'X-CSRF-Token': old });
    expect(fromOldTab.body['message']).to.contain('Load the page again');
    expect((await first.browser.call('post', INVITE, invite)).status).to.equal(200);
    expect(await sessionsOf(first.id), 'the session before has ended').to.have.length(1);
  });

  it('shows everybody their own sessions, and lets them end one, without a permission', async () => {
    const { browser, email, secret } = await signedIn(api, ['viewer'], 'own@example.com');
    const other = openBrowser(api.url);
    const typed = { email, password: PASSWORD, totp: codeOf(secret, 1) };
    expect((await other.call('post', SESSION, typed)).status).to.equal(200);
    const own = async () =>
      (await browser.call('get', OWN)).body['sessions'] as { id: string; is_this: boolean }[];
    expect((await own()).map(({ is_this }) => is_this).sort()).to.deep.equal([false, true]);
    const elsewhere = (await own()).find(({ is_this }) => !is_this)?.id ?? '';
    const adminsOwn = (await admin.call('get', OWN)).body['sessions'] as { id: string }[];
    for (const id of [adminsOwn[0]?.id, 'nothing'])
      expect((await browser.call('delete', `${OWN}/${id ?? ''}`)).status, 'not theirs').to.equal(404);
    const forged = await browser.call('delete', `${OWN}/${elsewhere}`, undefined, { 'X-CSRF-Token': '' });
    expect(forged.status).to.equal(403);
    expect((await browser.call('delete', `${OWN}/${elsewhere}`)).status).to.equal(200);
    await until(async () => (await other.call('get', SESSION)).status === 401, 'it has ended');
    expect(await own()).to.have.length(1);
    expect((await openBrowser(api.url).call('get', OWN)).status, 'nobody is signed in').to.equal(401);
  });

  for (const [what, past] of [
    ['idle', { expires_at: new Date(Date.now() - 1) }],
    ['too long', { created_at: new Date(Date.now() - 13 * 3_600_000), expires_at: new Date(Date.now() - 1) }],
  ] as const)
    it(`an expired session (${what}) is refused, and the cookie is taken back`, async () => {
      const { browser, id } = await signedIn(api, ['viewer'], `${what.replace(' ', '-')}@example.com`);
      await api.connection.collection('sessions').updateOne({ person_id: id }, { $set: past });
      let last: Answer | undefined;
      await until(async () => (last = await browser.call('get', LEADS)).status === 401, 'it has expired');
      expect(last && saidOf(last)).to.deep.equal([
        401,
        'AUTH_INVALID',
        'Sign in again: the session has ended.',
      ]);
      expect([...browser.cookies.keys()].some((name) => name.includes('session'))).to.equal(false);
      expect((await browser.call('get', SESSION)).body['sign_in']).to.deep.equal({
        local: true,
        oidc: false,
      });
    });

  it('use moves the end, up to the longest; what a page asks on its own does not', async () => {
    const { browser, id } = await signedIn(api, ['viewer'], 'used@example.com');
    const sessions = api.connection.collection<{ expires_at: Date; used_at: Date }>('sessions');
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const used_at = hoursAgo(1);
    const change = { used_at, created_at: hoursAgo(11), expires_at: new Date(Date.now() + 1_800_000) };
    await sessions.updateOne({ person_id: id }, { $set: change });
    const stored = async () => sessions.findOne({ person_id: id });
    await until(async () => {
      await browser.call('get', LEADS, undefined, { 'Leadkeep-Background': '1' });
      const { body } = await browser.call('get', SESSION, undefined, { 'Leadkeep-Background': '1' });
      return body['expires_at'] === change.expires_at.toISOString();
    }, 'the process has read it');
    expect((await stored())?.used_at).to.deep.equal(used_at);
    await browser.call('get', LEADS);
    await until(async () => Number((await stored())?.used_at) > Number(used_at), 'it was used');
    expect((await stored())?.expires_at).to.deep.equal(
      new Date(change.created_at.getTime() + 12 * 3_600_000),
    );
  });

  type Effect = readonly [what: string, act: (id: string) => Promise<Answer>, refused: readonly number[]];
  const EFFECTS: readonly Effect[] = [
    ['a role is taken away', (id) => admin.call('put', `${PEOPLE}/${id}/roles`, { roles: [] }), [403]],
    ['the person is removed', (id) => admin.call('delete', `${PEOPLE}/${id}`), [401]],
    [
      'the session is ended',
      async (id) => admin.call('delete', `${SESSIONS}/${(await sessionsOf(id))[0]?.id ?? ''}`),
      [401],
    ],
  ];
  for (const [what, act, refused] of EFFECTS)
    it(`${what}: effective during a session`, async () => {
      const { browser, id } = await signedIn(api, ['viewer'], `${what.replaceAll(' ', '-')}@example.com`);
      expect((await browser.call('get', LEADS)).status).to.equal(200);
      const done = await act(id);
      expect(done.status, JSON.stringify(done.body)).to.equal(200);
      await until(async () => refused.includes((await browser.call('get', LEADS)).status), 'it is refused');
    });

  it('lists people and sessions, without what proves who they are', async () => {
    const { body } = await admin.call('get', PEOPLE);
    const people = body['people'] as { email: string; roles: string[]; removed_at: string | null }[];
    expect(people.find(({ email }) => email === 'admin@example.com')).to.deep.include({
      roles: ['admin'],
      sign_in: ['local'],
      open_sessions: 1,
    });
    expect(people.find(({ email }) => email.startsWith('the-person'))?.removed_at).to.be.a('string');
    expect(JSON.stringify(body)).to.not.match(/argon2|totp|hash/);
    const { body: listed } = await admin.call('get', SESSIONS);
    expect(JSON.stringify(listed)).to.not.match(/lks_|hash|csrf/);
  });

  it('who lost a password or an app is invited again, keeps id and roles, and earlier sessions end', async () => {
    const { browser, id, email } = await signedIn(api, ['finance'], 'lost@example.com');
    const { body } = await admin.call('post', INVITE, { email });
    expect(body).to.deep.include({ email, roles: null });
    const [, token = ''] = /\/invitation#(lki_\w+)$/.exec(String(body['link'])) ?? [];
    const again = openBrowser(api.url);
    const secret = secretOf(await readInvitation(again, token));
    const name = { name: 'Kim Doe', password: `${PASSWORD} 2`, totp: codeOf(secret) };
    const joined = await acceptInvitation(again, token, name);
    expect(joined.body).to.deep.include({ roles: ['finance'] });
    expect((joined.body['person'] as { id: string }).id).to.equal(id);
    await until(async () => (await browser.call('get', SESSION)).status === 401, 'the session has ended');
  });

  it('refuses to invite nobody, an unknown role, and to change who is not there', async () => {
    const nobody = '00000000-0000-4000-8000-00000000ffff';
    for (const [method, path, body, status, field] of [
      ['post', INVITE, { email: 'nobody@example.com' }, 400, 'roles'],
      ['post', INVITE, { roles: ['boss'] }, 400, 'roles.0'],
      ['post', INVITE, { email: 'no address', roles: ['viewer'] }, 400, 'email'],
      ['put', `${PEOPLE}/${nobody}/roles`, { roles: ['viewer'] }, 404, 'id'],
      ['delete', `${PEOPLE}/${nobody}`, undefined, 404, 'id'],
      ['delete', `${SESSIONS}/${nobody}`, undefined, 404, 'id'],
    ] as const) {
      const answer = await admin.call(method, path, body);
      expect([answer.status, answer.body.field], path).to.deep.equal([status, field]);
    }
  });

  it('an open invitation does not bring back a role that was taken away', async () => {
    const { id, email } = await signedIn(api, ['admin', 'viewer'], 'open@example.com');
    const { body } = await admin.call('post', INVITE, { email, roles: ['admin'] });
    await admin.call('put', `${PEOPLE}/${id}/roles`, { roles: ['viewer'] });
    const token = String(body['link']).split('#')[1] ?? '';
    expect((await readInvitation(openBrowser(api.url), token)).status).to.equal(404);
  });

  it('invitations without an address may be for several people: a new one ends none of them', async () => {
    const tokens = [];
    for (let n = 0; n < 2; n += 1) {
      const { body } = await admin.call('post', INVITE, { roles: ['viewer'] });
      tokens.push(String(body['link']).split('#')[1] ?? '');
    }
    for (const token of tokens)
      expect((await readInvitation(openBrowser(api.url), token)).status).to.equal(200);
  });
});
