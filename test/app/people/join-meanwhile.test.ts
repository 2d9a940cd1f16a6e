import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { AuditPorts } from '../../../src/app/audit/audited.js';
import { acceptLocally } from '../../../src/app/people/accept-invitation.js';
import type { SignInCall } from '../../../src/app/people/begin-session.js';
import { changeRoles, removePerson, type ManagePorts } from '../../../src/app/people/manage-people.js';
import { signInByProvider } from '../../../src/app/people/sign-in-by-provider.js';
import type { Person } from '../../../src/core/people/person.js';
import { migrate } from '../../../src/platform/mongo/migrations.js';
import { createInvitationStore } from '../../../src/platform/mongo/people/invitation-store.js';
import { createPeopleStore } from '../../../src/platform/mongo/people/people-store.js';
import { createSessionStore } from '../../../src/platform/mongo/people/session-store.js';
import { createIdentities } from '../../../src/platform/secrets/identity-secret.js';
import { privateServices } from '../../support/services.js';

const NOW = new Date('2026-11-21T17:00:00Z');
const LATER = new Date(NOW.getTime() + 1_000);
const ISSUER = 'https://login.example';

/** Stores with one person, and what happens between the use of an invitation and the grant. */
async function world(connection: Connection, meanwhile: (ports: Acting, person: Person) => Promise<unknown>) {
  const [people, sessions] = [createPeopleStore(connection), createSessionStore(connection)];
  const invitations = createInvitationStore(connection);
  const sub = randomUUID();
  const email = `${sub}@example.com`;
  const provider = { issuer: ISSUER, subject: sub };
  await people.grant({ id: sub, name: 'Ann', email, roles: ['viewer'], provider }, NOW);
  const audit: AuditPorts = {
    auditLog: { append: () => Promise.resolve(1) },
    ...{ clock: () => LATER, onMissingOutcome: () => undefined },
    who: { kind: 'os_user', id: 'root' },
    from: { kind: 'cli', host: 'desk' },
  };
  const operatorKeys = { list: () => Promise.resolve([]) };
  const acting = { people, invitations, sessions, operatorKeys, audit };
  const { token } = await invitations.issue({ email, roles: ['admin'] }, NOW);
  const ports = {
    ...{
      people,
      sessions,
      operatorKeys,
      roleMap: new Map<string, never>(),
      recordRefusal: () => Promise.resolve(),
    },
    invitations: {
      ...invitations,
      async use(id: string, now: Date) {
        const used = await invitations.use(id, now);
        await meanwhile(acting, (await people.read(sub))!);
        return used;
      },
    },
    passwords: { hash: () => Promise.resolve('hash'), verify: () => Promise.resolve(true) },
    codes: { secretOf: () => 'secret', stepOf: () => 1, seal: () => 'sealed', open: () => 'secret' },
  };
  const call: SignInCall = { origin: {}, network: 'n', audit, now: NOW };
  const read = async () => (await people.read(sub))!;
  return { ports, token, email, sub, call, read };
}
type Acting = ManagePorts & { readonly audit: AuditPorts };
type World = Awaited<ReturnType<typeof world>>;

const WAYS: readonly [string, (made: World) => Promise<{ readonly outcome: string }>][] = [
  [
    'at the identity provider',
    ({ ports, token, email, sub, call }) =>
      signInByProvider(
        ports,
        { issuer: ISSUER, subject: sub, name: 'Ann', email, roleClaim: [] },
        token,
        call,
      ),
  ],
  [
    'with a password',
    ({ ports, token, call }) =>
      acceptLocally(
        ports as never,
        token,
        { name: 'Ann', password: 'a long enough passphrase', totp: '123456' },
        call,
      ),
  ],
];

describe('an invitation that is accepted', function () {
  this.timeout(60_000);
  const services = privateServices();
  let connection: Connection;
  before(async () => {
    connection = await services.connection();
    await migrate(connection, createIdentities(services.settings.identitySecret));
  });
  after(() => services.close());

  for (const [way, accept] of WAYS) {
    it(`${way} does not bring back a person who is removed at this moment`, async () => {
      const made = await world(connection, (ports, person) => removePerson(ports, person, ports.audit));
      expect((await accept(made)).outcome).to.equal('unknown');
      const { roles, removed_at } = await made.read();
      expect({ roles, removed_at }).to.deep.equal({ roles: [], removed_at: LATER });
    });

    it(`${way} does not give back roles that are taken away at this moment`, async () => {
      const made = await world(connection, (ports, person) =>
        changeRoles(ports, person, ['finance'], ports.audit),
      );
      expect((await accept(made)).outcome).to.equal('unknown');
      expect((await made.read()).roles).to.deep.equal(['finance']);
    });

    it(`${way} keeps the roles it gives if nobody changes the person`, async () => {
      const made = await world(connection, () => Promise.resolve());
      expect((await accept(made)).outcome).to.equal('in');
      expect((await made.read()).roles).to.deep.equal(['admin']);
    });
  }

  it('remembers an address that the identity provider replaces at this moment', async () => {
    const made = await world(connection, ({ people }, { id, name }) =>
      people.renew(id, { name, email: `new-${id}@example.com`, provider_roles: [] }),
    );
    expect((await WAYS[1]![1](made)).outcome).to.equal('in');
    expect(await made.ports.people.addressesOf(made.sub)).to.have.members([
      made.email,
      `new-${made.sub}@example.com`,
    ]);
  });
});
