import { expect } from 'chai';
import type { Role } from '../../src/core/operators/roles.js';
import type { Person } from '../../src/core/people/person.js';
import { createInvitationStore } from '../../src/platform/mongo/people/invitation-store.js';
import { createPeopleStore } from '../../src/platform/mongo/people/people-store.js';
import type { TestProvider } from '../support/oidc-provider.js';
import { PEOPLE, type TestOperatorApi } from '../support/operator-api.js';
import { BEGIN, CONSOLE, startProvidedApi } from '../support/provided-api.js';
import {
  acceptInvitation,
  codeOf,
  invitationFor,
  openBrowser,
  PASSWORD,
  readInvitation,
  secretOf,
} from '../support/people.js';

const REFUSED = '/sign-in?fault=invitation';

describe('operator API: invitations of people of an OpenID provider', () => {
  let provider: TestProvider;
  let api: TestOperatorApi;
  before(async () => {
    ({ provider, api } = await startProvidedApi());
  });
  after(async () => {
    await api.close();
    await provider.close();
  });

  /** Signs in at the provider, which says this, and returns where the browser is led. */
  async function signIn(sub: string, claims: object = {}, invitation?: string): Promise<string> {
    provider.account = { sub, name: sub, ...claims };
    const browser = openBrowser(api.url, CONSOLE);
    const { body } = await browser.call('post', BEGIN, invitation === undefined ? {} : { invitation });
    const called = await provider.visit(String(body['url']));
    return (await browser.call('get', called.pathname + called.search)).headers['location'] ?? '';
  }
  const verified = (email: string): object => ({ email, email_verified: true });
  const people = () => createPeopleStore(api.connection);
  const find = async (sub: string): Promise<Person> => {
    const found = await people().findByProvider({ issuer: provider.issuer, subject: sub });
    if (!found) throw new Error(`nobody is ${sub}`);
    return found.person;
  };
  /** Somebody with an account of the provider, which confirms no address. */
  async function joined(sub: string, roles: readonly Role[] = ['viewer']): Promise<string> {
    const email = `${sub}@example.com`;
    expect(await signIn(sub, {}, await invitationFor(api, roles, email))).to.equal('/');
    return email;
  }
  const openFor = async (email: string): Promise<number> =>
    (await createInvitationStore(api.connection).listOpen(new Date())).filter((one) => one.email === email)
      .length;

  const remove = async (sub: string): Promise<void> => {
    expect((await api.call('delete', `${PEOPLE}/${(await find(sub)).id}`)).status).to.equal(200);
  };
  const demote = async (sub: string): Promise<void> => {
    const body = { roles: ['viewer'] };
    expect((await api.call('put', `${PEOPLE}/${(await find(sub)).id}/roles`, { body })).status).to.equal(200);
  };
  const ACTS = [
    ['a removal', remove],
    ['a change of roles', demote],
  ] as const;

  for (const [i, [what, act]] of ACTS.entries()) {
    it(`${what} ends the open invitation of somebody whose address the provider does not confirm`, async () => {
      const sub = `ana-${i}`;
      const email = await joined(sub);
      expect(await signIn(sub), 'the next sign-in').to.equal('/');
      expect((await people().findByEmail(email))?.id).to.equal((await find(sub)).id);
      const invitation = await invitationFor(api, ['admin'], email);
      await act(sub);
      expect(await openFor(email)).to.equal(0);
      expect(await signIn(sub, {}, invitation)).to.equal(REFUSED);
      expect((await find(sub)).roles).to.not.include('admin');
    });

    it(`${what} ends one for an address that the provider has replaced, also for a password`, async () => {
      const sub = `ben-${i}`;
      const email = await joined(sub);
      await signIn(sub, verified(`${sub}-2@example.com`));
      await signIn(sub, verified(`${sub}-3@example.com`));
      expect((await find(sub)).email).to.equal(`${sub}-3@example.com`);
      const token = await invitationFor(api, ['admin'], email);
      await invitationFor(api, ['admin'], `${sub}-2@example.com`);
      await act(sub);
      expect([await openFor(email), await openFor(`${sub}-2@example.com`)]).to.deep.equal([0, 0]);
      const answer = await readInvitation(openBrowser(api.url, CONSOLE), token);
      expect(answer.status).to.equal(404);
    });

    for (const [kind, address] of [
      ['without an address', null],
      ['for another address', `other-${i}@example.com`],
    ] as const)
      it(`after ${what}, one ${kind} from before gives nothing back; one from after it does`, async () => {
        const sub = `cid-${i}-${address === null ? 'none' : 'other'}`;
        await joined(sub);
        const early = await invitationFor(api, ['admin'], address);
        await act(sub);
        expect(await signIn(sub, {}, early)).to.equal(REFUSED);
        expect((await find(sub)).roles).to.not.include('admin');
        expect(await signIn(sub, {}, await invitationFor(api, ['finance'], address))).to.equal('/');
        expect(await signIn(sub, {}, early), 'also when they are back').to.equal(REFUSED);
        expect((await find(sub)).roles).to.deep.equal(['finance']);
      });
  }

  it('an invitation for an address that a person got only after their roles were set changes nothing', async () => {
    await joined('fay');
    const token = await invitationFor(api, ['admin'], 'fay-2@example.com');
    await demote('fay');
    await signIn('fay', verified('fay-2@example.com'));
    expect(await signIn('fay', {}, token)).to.equal(REFUSED);
    const browser = openBrowser(api.url, CONSOLE);
    const secret = secretOf(await readInvitation(browser, token));
    const typed = { name: 'Fay', password: PASSWORD, totp: codeOf(secret) };
    expect((await acceptInvitation(browser, token, typed)).status).to.equal(404);
    expect((await find('fay')).roles).to.deep.equal(['viewer']);
  });

  it('keeps the address also of who accepts an invitation without one', async () => {
    const email = await joined('gus');
    expect(await signIn('gus', {}, await invitationFor(api, null, null))).to.equal('/');
    expect((await find('gus')).email).to.equal(email);
  });

  it('of several people with an address, finds the first one who was not removed', async () => {
    const email = 'hal@example.com';
    const stored = ([_id, from, removed]: readonly [string, number, boolean]) => ({
      ...{ _id, name: _id, email, roles: [], provider_roles: [], created_at: new Date(from) },
      ...(removed && { removed_at: new Date() }),
    });
    const rows = [['removed', 1, true] as const, ['second', 3, false] as const, ['first', 2, false] as const];
    await api.connection.collection<{ _id: string }>('people').insertMany(rows.map(stored));
    for (const id of ['first', 'second', 'removed']) {
      expect((await people().findByEmail(email))?.id).to.equal(id);
      await people().remove(id, new Date());
    }
  });
});
