import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { AuditPorts } from '../../../src/app/audit/audited.js';
import { ActRefused } from '../../../src/app/act-refused.js';
import { acceptLocally } from '../../../src/app/people/accept-invitation.js';
import type { SignInCall } from '../../../src/app/people/begin-session.js';
import { changeRoles, removePerson, type ManagePorts } from '../../../src/app/people/manage-people.js';
import { signInByProvider } from '../../../src/app/people/sign-in-by-provider.js';
import { signInLocally } from '../../../src/app/people/sign-in-locally.js';
import type { Role } from '../../../src/core/operators/roles.js';
import type { Person } from '../../../src/core/people/person.js';
import { createInvitationStore } from '../../../src/platform/mongo/people/invitation-store.js';
import { createPeopleStore } from '../../../src/platform/mongo/people/people-store.js';
import { createSessionStore } from '../../../src/platform/mongo/people/session-store.js';
import { TEST_ISSUER } from '../../support/records.js';
import { migratedServices } from '../../support/services.js';

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
  const savedViews = { removeAll: () => Promise.resolve() };
  const acting = { people, invitations, sessions, operatorKeys, savedViews, audit };
  const { token } = await invitations.issue({ email, roles: ['admin'], issued_by: TEST_ISSUER }, NOW);
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
  return { ports, token, email, sub, call, audit, read };
}
type Acting = ManagePorts & { readonly audit: AuditPorts };
type World = Awaited<ReturnType<typeof world>>;

type Joined = { readonly outcome: string; readonly session?: { readonly id: string } };

const WAYS: readonly [string, (made: World) => Promise<Joined>][] = [
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

/** Where a sign-in may stand when somebody accepts an invitation as the same person. */
const POINTS = ['while it is checked', 'before the session begins', 'after it began'] as const;
type Point = (typeof POINTS)[number];

/** A person with a password, who accepts an invitation at one point of a sign-in with the former way in. */
async function passedBy(connection: Connection, way: 'local' | 'provider', at: Point) {
  const made = await world(connection, () => Promise.resolve());
  const { ports, email, sub, call } = made;
  const { people, sessions } = ports;
  const before = await made.read();
  const local = { email, password_hash: 'former', totp_secret: 'sealed', totp_step: 0 };
  if (way === 'local')
    await people.grant({ id: sub, name: 'Ann', email, roles: ['viewer'], local }, NOW, before);
  const joins: Joined[] = [];
  const join = async (here: Point): Promise<void> => {
    if (at === here) joins.push(await WAYS[1]![1](made));
  };
  const during = {
    ...ports,
    people: {
      ...people,
      async renew(...said: Parameters<typeof people.renew>) {
        await join('while it is checked');
        return people.renew(...said);
      },
    },
    passwords: {
      async verify() {
        await join('while it is checked');
        return true;
      },
    },
    codes: { ...ports.codes, stepOf: () => 2 },
    waits: { take: () => Promise.resolve(0), giveBack: () => Promise.resolve() },
    devices: { mint: () => 'device', idOf: () => undefined, keyedHash: (text: string) => text },
    sessions: {
      ...sessions,
      async begin(...args: Parameters<typeof sessions.begin>) {
        await join('before the session begins');
        const begun = await sessions.begin(...args);
        await join('after it began');
        return begun;
      },
    },
  };
  const identity = { issuer: ISSUER, subject: sub, name: 'Mallory', email, roleClaim: [] };
  const { outcome } =
    way === 'local'
      ? await signInLocally(during as never, { email, password: 'p', totp: '123456' }, call)
      : await signInByProvider(during, identity, undefined, call);
  const open = (await sessions.listValid(NOW)).filter(([, { person }]) => person.id === sub);
  const { name } = await made.read();
  return {
    outcome,
    open: open.map(([, { id }]) => id),
    name,
    joined: joins[0]?.session?.id,
  };
}

describe('an invitation that is accepted', function () {
  const services = migratedServices();
  let connection: Connection;
  before(async () => {
    connection = await services.migrated();
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
        changeRoles(ports, person, { roles: ['finance'] }, ports.audit),
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

  for (const [way, refused] of [
    ['local', 'wrong'],
    ['provider', 'replaced'],
  ] as const)
    for (const point of POINTS)
      it(`ends a sign-in with the former ${way} way in, ${point}`, async () => {
        const { outcome, open, name, joined } = await passedBy(connection, way, point);
        expect(outcome).to.equal(refused);
        expect(open).to.deep.equal([joined]);
        expect(name).to.equal('Ann');
      });

  it('a change of roles that were read gives way to a later one at the same moment, and ends nothing', async () => {
    const { ports, sub, token, audit, read } = await world(connection, () => Promise.resolve());
    const issued_by = { kind: 'person', id: sub, name: 'Ann' } as const;
    const theirs = await ports.invitations.issue({ email: null, roles: ['viewer'], issued_by }, NOW);
    const open = async () => {
      const found = [token, theirs.token].map((one) => ports.invitations.find(one, LATER));
      return (await Promise.all(found)).map((one) => one !== null);
    };
    const seen = await read();
    const change = (roles: readonly Role[], acting: AuditPorts = audit) =>
      changeRoles(ports, seen, { roles, seen: ['viewer'] }, acting);
    const append = async (): Promise<number> => {
      await ports.people.setRoles(sub, ['support'], LATER);
      return 1;
    };
    const refused: unknown = await change(['finance'], { ...audit, auditLog: { append } }).catch(
      (error: unknown) => error,
    );
    expect(refused).to.be.instanceOf(ActRefused).with.property('message').that.includes('support');
    expect([(await read()).roles, await open()]).to.deep.equal([['support'], [true, true]]);
    await ports.people.setRoles(sub, ['viewer'], LATER);
    const done = await change(['viewer', 'finance']);
    expect([done?.keys, done?.withdrawn.map(({ id }) => id)]).to.deep.equal([[], [theirs.invitation.id]]);
    expect([(await read()).roles, await open()]).to.deep.equal([
      ['viewer', 'finance'],
      [false, false],
    ]);
  });

  it('a change of roles that is broken off before it ends invitations can be repeated', async () => {
    const { ports, sub, token, audit, read } = await world(connection, () => Promise.resolve());
    const change = async (acting: Pick<ManagePorts, 'people'>) =>
      changeRoles({ ...ports, ...acting }, await read(), { roles: ['finance'], seen: ['viewer'] }, audit);
    const addressesOf = () => Promise.reject(new Error('killed'));
    const killed = change({ people: { ...ports.people, addressesOf } });
    expect(await killed.catch(String)).to.equal('Error: killed');
    expect((await ports.people.read(sub))?.roles).to.deep.equal(['finance']);
    expect(await ports.invitations.find(token, LATER)).not.to.equal(null);
    expect(await change(ports)).to.deep.equal({ keys: [], withdrawn: [] });
    expect(await ports.invitations.find(token, LATER)).to.equal(null);
  });

  it('remembers an address that the identity provider replaces at this moment', async () => {
    const made = await world(connection, ({ people }, { id, name }) =>
      people.renew(
        id,
        { issuer: ISSUER, subject: id },
        { name, email: `new-${id}@example.com`, provider_roles: [] },
      ),
    );
    expect((await WAYS[1]![1](made)).outcome).to.equal('in');
    expect(await made.ports.people.addressesOf(made.sub)).to.have.members([
      made.email,
      `new-${made.sub}@example.com`,
    ]);
  });
});
