import { expect } from 'chai';
import { ROLES } from '../../src/core/operators/roles.js';
import { LEADS, startOperatorApi, type TestOperatorApi } from '../support/operator-api.js';
import {
  acceptInvitation,
  codeOf,
  invitationFor,
  openBrowser,
  PASSWORD,
  readInvitation,
  secretOf,
  signedIn,
} from '../support/people.js';

const SESSION = '/api/v1/session';

describe('operator API: sign-in with a password', function () {
  let api: TestOperatorApi;
  before(async () => {
    // The tests choose the address that a call seems to come from.
    api = await startOperatorApi({ trustProxy: 1, wrongKeysBurst: 1_000, wrongKeysPerMinute: 1_000 });
  });
  after(() => api.close());
  let addresses = 0;
  const newAddress = () => ({ 'X-Forwarded-For': `203.0.113.${(addresses += 1)}` });
  const invited = (...args: [Parameters<typeof invitationFor>[1], string | null]) =>
    invitationFor(api, ...args);
  const entries = () => api.connection.collection('audit_log').find().sort({ _id: 1 }).toArray();

  it('says how one can sign in, without a session', async () => {
    const { status, body } = await openBrowser(api.url).call('get', SESSION);
    expect(status).to.equal(401);
    expect(body).to.deep.include({ code: 'AUTH_REQUIRED', sign_in: { local: true, oidc: false } });
  });

  it('accepts an invitation once, and signs in', async () => {
    const token = await invited(['support', 'finance'], 'ann@example.com');
    const browser = openBrowser(api.url);
    const { body } = await readInvitation(browser, token);
    expect(body).to.deep.include({ email: 'ann@example.com', roles: ['support', 'finance'] });
    const totp = body['totp'] as { secret: string; uri: string; qr_svg: string };
    expect(totp.uri).to.contain(`secret=${totp.secret}`).and.to.contain('ann%40example.com');
    expect(totp.qr_svg).to.match(/^<svg /);
    const acceptance = { name: 'Ann Lee', password: PASSWORD, totp: codeOf(totp.secret) };
    const joined = await acceptInvitation(browser, token, acceptance);
    expect(joined.status, JSON.stringify(joined.body)).to.equal(200);
    expect(joined.body).to.deep.include({ roles: ['support', 'finance'] });
    expect(joined.body['permissions']).to.include.members([...ROLES.support, ...ROLES.finance]);
    const again = { ...acceptance, totp: codeOf(totp.secret, 1) };
    const second = await acceptInvitation(openBrowser(api.url), token, again);
    expect([second.status, second.body.code]).to.deep.equal([404, 'NOT_FOUND']);
    expect((await browser.call('get', SESSION)).body['person']).to.deep.include({ name: 'Ann Lee' });
    expect((await browser.call('get', LEADS)).status).to.equal(200);
  });

  it('of two that accept at once, only one does', async () => {
    const token = await invited(['viewer'], null);
    const secret = secretOf(await readInvitation(openBrowser(api.url), token));
    const accept = (email: string) =>
      acceptInvitation(openBrowser(api.url), token, {
        name: 'Kim',
        email,
        password: PASSWORD,
        totp: codeOf(secret),
      });
    const ends = await Promise.all([accept('first@example.com'), accept('second@example.com')]);
    expect(ends.map(({ status }) => status).sort()).to.deep.equal([200, 404]);
  });

  for (const [change, field, message] of [
    [{ name: '' }, 'name', 'name must be'],
    [{ name: 'A\u202Eb' }, 'name', 'name must be a name of 1 to 100 characters.'],
    [{ password: 'short' }, 'password', 'password must have 12 to 200 characters.'],
    [{ password: 'aaaaaaaaaaaaaaaa' }, 'password', 'password must have at least five different characters.'],
    [
      { password: 'new@example.com1' },
      'password',
      'password must not be made of your name or e-mail address.',
    ],
    [{ totp: '000' }, 'totp', 'totp must be the six digits that your app shows now.'],
    [{ totp: 'abcdef' }, 'totp', 'totp must be'],
    [{ email: undefined }, 'email', 'email must be an e-mail address.'],
    [{ email: 'ann@example.com' }, 'email', 'Somebody has an account with this e-mail address'],
    [{ roles: ['admin'] }, undefined, 'Send no roles: this call does not take it.'],
  ] as const)
    it(`refuses an acceptance with ${JSON.stringify(change)}`, async () => {
      const token = await invited(['viewer'], null);
      const totp = codeOf(secretOf(await readInvitation(openBrowser(api.url), token)));
      const sent = { name: 'New', email: 'new@example.com', password: PASSWORD, totp, ...change };
      const answer = await acceptInvitation(openBrowser(api.url), token, sent);
      expect(answer.status).to.be.oneOf([400, 409]);
      if (field !== undefined) expect(answer.body.field).to.equal(field);
      expect(answer.body['message']).to.contain(message);
    });

  it('refuses an invitation that has expired, and one that a newer one replaced', async () => {
    const token = await invited(['viewer'], 'late@example.com');
    const past = { $set: { expires_at: new Date(Date.now() - 1) } };
    await api.connection.collection('invitations').updateOne({ email: 'late@example.com' }, past);
    expect((await readInvitation(openBrowser(api.url), token)).status).to.equal(404);
  });

  it('signs in again with the password and a new code, never with a used one', async () => {
    const { email, secret, code } = await signedIn(api, ['viewer'], 'codes@example.com');
    const signIn = (totp: string, password = PASSWORD) =>
      openBrowser(api.url).call(
        'post',
        SESSION,
        { email: ' Codes@Example.com ', password, totp },
        newAddress(),
      );
    expect((await signIn(code)).status, 'the code of the invitation').to.equal(401);
    const next = codeOf(secret, 1);
    expect((await signIn(next, 'not the password')).body.code).to.equal('AUTH_INVALID');
    const ends = await Promise.all([signIn(next), signIn(next)]);
    expect(ends.map(({ status }) => status).sort(), 'one code twice at once').to.deep.equal([200, 401]);
    expect((await signIn(codeOf(secret, -1))).status, 'an older code').to.equal(401);
    const stored = JSON.stringify(await api.connection.collection('people').findOne({ email }));
    expect(stored).to.contain('$argon2id$').and.not.contain(secret).and.not.contain(PASSWORD);
  });

  it('does not say whether an account exists', async () => {
    await signedIn(api, ['viewer'], 'exists@example.com');
    const answers = await Promise.all(
      ['exists@example.com', 'nobody@example.com', 'no address'].map((email) =>
        openBrowser(api.url).call(
          'post',
          SESSION,
          { email, password: PASSWORD, totp: '000000' },
          newAddress(),
        ),
      ),
    );
    const said = answers.map(({ status, body: { code, message } }) => [status, code, message]);
    expect(new Set(said.map((each) => JSON.stringify(each))).size).to.equal(1);
    expect(said[0]?.[0]).to.equal(401);
  });

  it('slows down guesses, but neither another address nor a browser that was there before', async () => {
    const { browser, email, secret } = await signedIn(api, ['viewer'], 'guessed@example.com');
    const from = newAddress();
    const guess = (who = openBrowser(api.url), headers = from) =>
      who.call('post', SESSION, { email, password: 'not the password', totp: '000000' }, headers);
    const guesses = [];
    for (let n = 0; n < 6; n += 1) guesses.push((await guess()).status);
    expect(guesses).to.deep.equal([401, 401, 401, 401, 401, 429]);
    const waiting = await guess();
    expect(Number(waiting.headers['retry-after'])).to.be.within(1, 5);
    expect(waiting.body['retry_after_seconds']).to.equal(Number(waiting.headers['retry-after']));

    const right = { email, password: PASSWORD, totp: codeOf(secret, 1) };
    const known = await browser.call('post', SESSION, right, from);
    expect(known.status, 'from the same address, in a known browser').to.equal(200);
    const other = await guess(openBrowser(api.url), newAddress());
    expect(other.status, 'another address').to.equal(401);
    const device = [...browser.cookies].find(([name]) => name.includes('device'))?.[1] ?? '';
    const stolen = openBrowser(api.url);
    stolen.cookies.set(`leadkeep-device-${new URL(api.url).port}`, device);
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await guess(stolen)).status);
    expect(statuses.at(-1), 'the known browser has a counter of its own').to.equal(429);
    const elsewhere = { email: 'exists@example.com', password: PASSWORD, totp: '000000' };
    expect(
      (await stolen.call('post', SESSION, elsewhere, newAddress())).status,
      'known for one account',
    ).to.equal(401);
  });

  it('slows down guesses from an IPv6 network as from one address', async () => {
    const statuses = [];
    for (let n = 1; n <= 6; n += 1) {
      const from = { 'X-Forwarded-For': `2001:db8:0:${n}::7` };
      const typed = { email: 'network@example.com', password: PASSWORD, totp: '000000' };
      statuses.push((await openBrowser(api.url).call('post', SESSION, typed, from)).status);
    }
    expect(statuses.at(-1)).to.equal(429);
  });

  it('holds many guesses at once to the same count', async () => {
    const from = newAddress();
    const body = { email: 'many@example.com', password: 'not the password', totp: '000000' };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => openBrowser(api.url).call('post', SESSION, body, from)),
    );
    expect(answers.filter(({ status }) => status === 401)).to.have.length(5);
  });

  it('refuses what comes while very many sign in from everywhere, but no browser that was there before', async () => {
    const { browser, email, secret } = await signedIn(api, ['viewer'], 'calm@example.com');
    const token = await invited(['viewer'], 'invited@example.com');
    const totp = codeOf(secretOf(await readInvitation(openBrowser(api.url), token)));
    const joins = { name: 'New', password: PASSWORD, totp };
    const order: string[] = [];
    const strangers = Array.from({ length: 80 }, async (_, n) => {
      const typed = { email: `stranger${n}@example.com`, password: PASSWORD, totp: '000000' };
      const from = { 'X-Forwarded-For': `198.51.100.${n + 1}` };
      const answer = await openBrowser(api.url).call('post', SESSION, typed, from);
      order.push(String(answer.status));
      return answer;
    });
    const right = { email, password: PASSWORD, totp: codeOf(secret, 1) };
    const own = [browser.call('post', SESSION, right), acceptInvitation(openBrowser(api.url), token, joins)];
    for (const { status } of await Promise.all(own)) expect(status).to.equal(200);
    expect(order.filter((status) => status === '401').length, 'they were in front').to.be.below(21);
    const answers = await Promise.all(strangers);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).to.be.within(20, 59);
    expect(refused[0]?.headers['retry-after']).to.equal('5');
    expect(answers.filter(({ status }) => status === 401)).to.have.length(80 - refused.length);
    const again = { email: 'stranger0@example.com', password: PASSWORD, totp: '000000' };
    const from = { 'X-Forwarded-For': '198.51.100.200' };
    expect((await openBrowser(api.url).call('post', SESSION, again, from)).status).to.equal(401);
  });

  it('leaves sign-ins in the audit log by ids, and no more refused ones than a bound', async () => {
    const before = (await entries()).length;
    const { id } = await signedIn(api, ['viewer'], 'audited@example.com');
    const added = (await entries()).slice(before);
    expect(added.map(({ action, phase, result }) => [action, phase, result] as unknown)).to.deep.equal([
      ['person.join', 'intent', undefined],
      ['person.join', 'outcome', 'done'],
      ['session.begin', 'intent', undefined],
      ['session.begin', 'outcome', 'done'],
    ]);
    for (const entry of added) expect(entry['who']).to.deep.equal({ kind: 'person', id });
    const all = await entries();
    const refused = all.filter(({ action, result }) => action === 'session.begin' && result === 'refused');
    expect(refused.length).to.be.within(5, 60);
    for (const secret of ['@example', 'Ann', 'Kim', PASSWORD, 'lks_', 'lki_'])
      expect(JSON.stringify(all)).to.not.contain(secret);
  });

  it('stores hashes alone, and keeps tokens out of the log', async () => {
    const { browser } = await signedIn(api, ['viewer'], 'hashed@example.com');
    const tokens = [...browser.cookies.values()];
    expect(tokens.some((token) => token.startsWith('lks_'))).to.equal(true);
    for (const name of ['sessions', 'invitations', 'people']) {
      const stored = JSON.stringify(await api.connection.collection(name).find().toArray());
      for (const token of tokens) expect(stored, name).to.not.contain(token);
      expect(stored).to.not.match(/lk[si]_\w/);
    }
    expect(JSON.stringify(api.heard.lines())).to.not.match(/lk[si]_\w/);
  });
});

describe('operator API: sign-in with other settings', () => {
  it('by https, cookies begin with __Host- and are for https alone', async () => {
    const api = await startOperatorApi({ consoleUrl: 'https://console.example' });
    try {
      const token = await invitationFor(api, ['viewer'], 'ann@example.com');
      const browser = openBrowser(api.url, 'https://console.example');
      const totp = codeOf(secretOf(await readInvitation(browser, token)));
      const typed = { name: 'Ann', password: PASSWORD, totp };
      expect((await acceptInvitation(browser, token, typed)).status).to.equal(200);
      expect([...browser.rules.keys()]).to.have.members([
        '__Host-leadkeep-session',
        '__Host-leadkeep-device',
      ]);
      for (const rules of browser.rules.values())
        expect(rules)
          .to.match(/Path=\//)
          .and.match(/HttpOnly/)
          .and.match(/Secure/)
          .and.match(/SameSite=Strict/);
      expect((await browser.call('get', SESSION)).status).to.equal(200);
      const wrong = await openBrowser(api.url).call('get', SESSION);
      expect([wrong.status, wrong.body['message']]).to.deep.equal([
        403,
        'Open the console at https://console.example.',
      ]);
    } finally {
      await api.close();
    }
  });

  it('without a secret, nobody signs in; with LOCAL_SIGN_IN=off, nobody does with a password', async () => {
    const off = await startOperatorApi({ localSignIn: 'off' });
    try {
      const browser = openBrowser(off.url);
      const typed = { email: 'ann@example.com', password: PASSWORD, totp: '000000' };
      expect((await browser.call('get', SESSION)).body['sign_in']).to.deep.equal({
        local: false,
        oidc: false,
      });
      expect((await browser.call('post', SESSION, typed)).status).to.equal(403);
      expect((await browser.call('get', '/api/v1/sign-in/oidc')).status).to.equal(404);
    } finally {
      await off.close();
    }
  });
});
