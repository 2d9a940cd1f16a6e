import { keysOfPerson } from '../../core/operators/keys-of-person.js';
import type { OperatorKey } from '../../core/operators/operator-key.js';
import type { Role } from '../../core/operators/roles.js';
import type { Invitation } from '../../core/people/invitation.js';
import { rolesOf, type Person } from '../../core/people/person.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import type { OperatorKeyStore } from '../ports/key-store.js';
import type { InvitationStore, PeopleStore, SessionStore } from '../ports/people-store.js';

/** What those who manage people act with. */
export interface ManagePorts extends EndPorts {
  readonly people: PeopleStore;
  readonly invitations: InvitationStore;
}

interface KeyPorts {
  readonly operatorKeys: Pick<OperatorKeyStore, 'list'>;
}

const onPerson = (id: string) => ({ kind: 'person', ids: [id] });

/** Who is invited, and to what. */
type Invited = Pick<Invitation, 'email' | 'roles'> & {
  /** It is for the one who sets the exchange up: earlier invitations without an address end, since each start makes one. */
  readonly isFirst?: boolean;
};

/**
 * Invites somebody, or invites again who lost a password or an app. Earlier open invitations for the address end; without
 * an address, each may be for somebody else. Null: no roles are given, and nobody has the address.
 */
export async function invite(
  { people, invitations }: Pick<ManagePorts, 'people' | 'invitations'>,
  { email, roles, isFirst = false }: Invited,
  audit: AuditPorts,
): Promise<{ readonly token: string; readonly invitation: Invitation } | null> {
  const person = email === null ? null : await people.findByEmail(email);
  if (roles === null && (person === null || person.removed_at !== undefined)) return null;
  return audited(
    audit,
    {
      action: 'person.invite',
      ...(person && { on: onPerson(person.id) }),
      after: { roles: roles ?? person?.roles ?? [] },
    },
    async () => {
      if (email !== null || isFirst) await invitations.withdraw(email);
      return invitations.issue({ email, roles }, audit.clock());
    },
    ({ invitation }) => ({ result: 'done', facts: { invitation: invitation.id } }),
  );
}

/** Gives a person these roles and no others. Every process knows it within 5 seconds. False: they are removed. */
export async function changeRoles(
  { people, invitations }: Pick<ManagePorts, 'people' | 'invitations'>,
  person: Person,
  roles: readonly Role[],
  audit: AuditPorts,
): Promise<boolean> {
  return audited(
    audit,
    {
      ...{ action: 'person.roles', on: onPerson(person.id) },
      ...{ before: { roles: rolesOf(person) }, after: { roles } },
    },
    async () => {
      // An open invitation could give back what is taken away here.
      await withdrawAll({ people, invitations }, person);
      return people.setRoles(person.id, roles, audit.clock());
    },
    (done) => ({ result: done ? 'done' : 'nothing' }),
  );
}

/**
 * Removes a person: every session ends within 5 seconds, and nobody can sign in as them. Returns the operator keys of theirs
 * that go on, for somebody to revoke: programs may need them. Null: they were removed before.
 */
export async function removePerson(
  { people, invitations, sessions, operatorKeys }: ManagePorts & KeyPorts,
  person: Person,
  audit: AuditPorts,
): Promise<readonly OperatorKey[] | null> {
  const done = await audited(
    audit,
    { action: 'person.remove', on: onPerson(person.id), before: { roles: rolesOf(person) } },
    async () => {
      await withdrawAll({ people, invitations }, person);
      const removed = await people.remove(person.id, audit.clock());
      await sessions.endAll(person.id, audit.clock());
      return removed;
    },
    (removed) => ({ result: removed ? 'done' : 'nothing' }),
  );
  return done ? keysOfPerson(person.id, await operatorKeys.list(), audit.clock()) : null;
}

/** Ends what is open for the addresses of a person, also for one that the identity provider has replaced since. */
async function withdrawAll(
  { people, invitations }: Pick<ManagePorts, 'people' | 'invitations'>,
  { id }: Person,
): Promise<void> {
  for (const address of await people.addressesOf(id)) await invitations.withdraw(address);
}

/** What ends sessions. */
export interface EndPorts {
  readonly sessions: Pick<SessionStore, 'end' | 'endAll'>;
}

/** Ends one session within 5 seconds. False: it has ended before. */
export const endSession = (
  { sessions }: EndPorts,
  session: { readonly id: string; readonly person: string },
  audit: AuditPorts,
): Promise<boolean> =>
  audited(
    audit,
    {
      ...{ action: 'session.end', on: { kind: 'session', ids: [session.id] } },
      facts: { person: session.person },
    },
    () => sessions.end(session.id, audit.clock()),
    (done) => ({ result: done ? 'done' : 'nothing' }),
  );

/** Ends all sessions of a person within 5 seconds, and returns how many there were. */
export const endSessionsOf = ({ sessions }: EndPorts, person: Person, audit: AuditPorts): Promise<number> =>
  audited(
    audit,
    { action: 'session.end', on: onPerson(person.id) },
    async () => (await sessions.endAll(person.id, audit.clock())).length,
    (ended) => ({ result: ended > 0 ? 'done' : 'nothing', facts: { sessions: ended } }),
  );
