import { expect } from 'chai';
import { signInByProvider } from '../../src/app/people/sign-in-by-provider.js';
import { parseRoleMap } from '../../src/core/people/provider-roles.js';
import { createOperatorKeyStore } from '../../src/platform/mongo/keys/key-store.js';
import { createInvitationStore } from '../../src/platform/mongo/people/invitation-store.js';
import { createPeopleStore } from '../../src/platform/mongo/people/people-store.js';
import { createSessionStore } from '../../src/platform/mongo/people/session-store.js';
import type { TestProvider } from '../support/oidc-provider.js';
import { PEOPLE, type TestOperatorApi } from '../support/operator-api.js';
import { invitationFor, openBrowser } from '../support/people.js';
import { BEGIN, CONSOLE, startProvidedApi } from '../support/provided-api.js';

const MAP = 'staff=viewer,bosses=admin';

type Document = Readonly<Record<string, unknown>>;

describe('operator API: what the audit log has of people of an OpenID provider', () => {
  let provider: TestProvider;
  let api: TestOperatorApi;
  before(async () => {
    ({ provider, api } = await startProvidedApi({ oidcRoles: parseRoleMap(MAP) ?? new Map() }));
  });
  after(async () => {
    await api.close();
    await provider.close();
  });

  const entries = (): Promise<Document[]> =>
    api.connection.collection('audit_log').find().sort({ _id: 1 }).toArray();
  const personNamed = (name: string): Promise<Document | null> =>
    api.connection.collection('people').findOne({ name });

  /** Signs in with these groups, and returns the entries of it, except those of the session. */
  async function signIn(
    name: string,
    groups: string,
    claims: object = {},
    begun: object = {},
  ): Promise<Document[]> {
    const before = (await entries()).length;
    provider.account = { sub: name, name, groups, ...claims };
    const browser = openBrowser(api.url, CONSOLE);
    const { body } = await browser.call('post', BEGIN, begun);
    const called = await provider.visit(String(body['url']));
    await browser.call('get', called.pathname + called.search);
    return (await entries()).slice(before).filter(({ action }) => action !== 'session.begin');
  }

  it('a first sign-in that makes a person is a `person.join` with their roles', async () => {
    const [intent, outcome, ...others] = await signIn('Ann', 'staff');
    const id = String((await personNamed('Ann'))?.['_id']);
    expect(intent).to.deep.include({
      ...{ action: 'person.join', phase: 'intent', who: { kind: 'person', id } },
      on: { kind: 'person', ids: [id] },
      facts: { sign_in: 'oidc' },
      after: { roles: ['viewer'] },
    });
    expect([outcome?.['action'], outcome?.['result'], others]).to.deep.equal(['person.join', 'done', []]);
  });

  it('other roles of the provider are `person.roles`, with those of before; the same ones are no entry', async () => {
    await signIn('Ben', 'staff');
    expect(await signIn('Ben', 'staff', { email: 'ben@example.com', email_verified: true })).to.deep.equal(
      [],
    );
    const id = String((await personNamed('Ben'))?.['_id']);
    const [intent, outcome, ...others] = await signIn('Ben', 'bosses');
    expect(intent).to.deep.include({
      ...{ action: 'person.roles', phase: 'intent', who: { kind: 'person', id } },
      on: { kind: 'person', ids: [id] },
      facts: { sign_in: 'oidc' },
      before: { roles: ['viewer'], roles_of_provider: ['viewer'] },
      after: { roles: ['admin'], roles_of_provider: ['admin'] },
    });
    expect([outcome?.['action'], outcome?.['result'], others]).to.deep.equal(['person.roles', 'done', []]);
    expect(await personNamed('Ben')).to.deep.include({ provider_roles: ['admin'], email: 'ben@example.com' });
  });

  it('so are those that somebody took away here and the provider gives back, and those that it takes away', async () => {
    await signIn('Cid', 'staff');
    const id = String((await personNamed('Cid'))?.['_id']);
    await api.call('put', `${PEOPLE}/${id}/roles`, { body: { roles: ['finance'] } });
    const rows = [await signIn('Cid', 'staff'), await signIn('Cid', 'others')];
    expect(rows.map(([intent]) => [intent?.['before'], intent?.['after']] as unknown)).to.deep.equal([
      [
        { roles: ['finance'], roles_of_provider: [] },
        { roles: ['viewer', 'finance'], roles_of_provider: ['viewer'] },
      ],
      [
        { roles: ['viewer', 'finance'], roles_of_provider: ['viewer'] },
        { roles: ['finance'], roles_of_provider: [] },
      ],
    ]);
  });

  it('an accepted invitation names all roles, also those of the provider', async () => {
    const invitation = await invitationFor(api, ['finance'], 'fay@example.com');
    const [intent] = await signIn('Fay', 'bosses', {}, { invitation });
    expect([intent?.['action'], intent?.['after']]).to.deep.equal([
      'person.join',
      { roles: ['finance', 'admin'] },
    ]);
  });

  it('changes nothing if the log refuses', async () => {
    await signIn('Dan', 'staff');
    const ports = {
      people: createPeopleStore(api.connection),
      sessions: createSessionStore(api.connection),
      invitations: createInvitationStore(api.connection),
      operatorKeys: createOperatorKeyStore(api.connection),
      roleMap: parseRoleMap(MAP) ?? new Map(),
      recordRefusal: () => Promise.resolve(),
    };
    const refused = new Error('the log refuses');
    const audit = {
      auditLog: { append: () => Promise.reject(refused) },
      clock: () => new Date(),
      from: { kind: 'console', host: 'desk' } as const,
      onMissingOutcome: () => undefined,
    };
    const call = { origin: {}, network: '127.0.0.1', audit, now: new Date() };
    for (const subject of ['Dan', 'Eve']) {
      const identity = { issuer: provider.issuer, subject, name: `New ${subject}`, email: null };
      const signing = signInByProvider(ports, { ...identity, roleClaim: 'bosses' }, undefined, call);
      expect(await signing.catch((error: unknown) => error)).to.equal(refused);
      expect(await personNamed(`New ${subject}`)).to.equal(null);
    }
  });
});
