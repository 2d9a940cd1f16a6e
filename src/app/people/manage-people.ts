import { keysBeyond, keysOfPerson } from '../../core/operators/keys-of-person.js';
import type { OperatorKey } from '../../core/operators/operator-key.js';
import { permissionsOf, type Role } from '../../core/operators/roles.js';
import type { Invitation } from '../../core/people/invitation.js';
import { rolesOf, type Person } from '../../core/people/person.js';
import { ActRefused } from '../act-refused.js';
import { audited, type AuditPorts, type Ended } from '../audit/audited.js';
import type { OperatorKeyStore } from '../ports/key-store.js';
import type { InvitationStore, PeopleStore, SessionStore } from '../ports/people-store.js';
import type { SavedViewStore } from '../ports/saved-view-store.js';
import { withdrawIssuedBy } from './open-invitations.js';

/** What those who manage people act with. */
export interface ManagePorts extends EndPorts {
  readonly people: PeopleStore;
  readonly invitations: InvitationStore;
  readonly operatorKeys: Pick<OperatorKeyStore, 'list'>;
  readonly savedViews: Pick<SavedViewStore, 'removeAll'>;
}

const onPerson = (id: string) => ({ kind: 'person', ids: [id] });

/** Who is invited, to what, and by whom. */
type Invited = Required<Pick<Invitation, 'email' | 'roles' | 'issued_by'>> & {
  /** It is for the one who sets the exchange up: earlier invitations without an address end, since each start makes one. */
  readonly isFirst?: boolean;
};

/**
 * Invites somebody, or invites again who lost a password or an app. Earlier open invitations for the address end; without
 * an address, each may be for somebody else. Null: no roles are given, and nobody has the address.
 */
export async function invite(
  { people, invitations }: Pick<ManagePorts, 'people' | 'invitations'>,
  { email, roles, issued_by, isFirst = false }: Invited,
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
      return invitations.issue({ email, roles, issued_by }, audit.clock());
    },
    ({ invitation }) => ({ result: 'done', facts: { invitation: invitation.id } }),
  );
}

/** What a person leaves to others who is removed, or who may do less. */
export interface LeftByPerson {
  /** Operator keys of theirs that go on, for somebody to revoke: programs may need them. */
  readonly keys: readonly OperatorKey[];
  /** Invitations of theirs that ended: who was to come has to be invited again. */
  readonly withdrawn: readonly Invitation[];
}

/** A change of roles. `seen`: the roles of Leadkeep that it was made from, in any order; absent: whatever they are. */
export interface RolesChange {
  readonly roles: readonly Role[];
  readonly seen?: readonly Role[] | undefined;
}

/**
 * Gives a person these roles and no others. Every process knows it within 5 seconds. Who may not invite any more has no
 * open invitations left. The keys are those that may do what the person may not. Null: they are removed. Throws an
 * ActRefused if they have other roles by now than were seen, and changes nothing: a set that was made from what was seen
 * would give back what somebody took away meanwhile. It may be repeated after a kill.
 */
export async function changeRoles(
  ports: Pick<ManagePorts, 'people' | 'invitations' | 'operatorKeys'>,
  person: Person,
  { roles, seen }: RolesChange,
  audit: AuditPorts,
): Promise<LeftByPerson | null> {
  // Who has them already may have got them by this change, which was broken off before it ended the invitations.
  if (seen && ![seen, roles].some((those) => isSameSet(those, person.roles))) throw hasOthers(person);
  const permissions = permissionsOf(roles);
  const { done, withdrawn } = await audited(
    audit,
    {
      ...{ action: 'person.roles', on: onPerson(person.id) },
      ...{ before: { roles: rolesOf(person) }, after: { roles } },
    },
    async () => {
      const isSet = await ports.people.setRoles(person.id, roles, audit.clock(), seen && person.roles);
      if (!isSet) return { done: false, withdrawn: [] };
      // An open invitation could give back what was taken away. After a kill here, one gives nothing to this person
      // (`isOutdatedFor`), nor does one that this person made and may not make any more (`isByFormer`).
      await withdrawAll(ports, person);
      const mayInvite = permissions.includes('people:write');
      const withdrawn = mayInvite ? [] : await withdrawIssuedBy(ports, person.id, audit.clock());
      return { done: true, withdrawn };
    },
    endOf,
  );
  if (!done) {
    const now = seen && (await ports.people.read(person.id));
    if (now && now.removed_at === undefined) throw hasOthers(now);
    return null;
  }
  const keys = keysOfPerson(person.id, await ports.operatorKeys.list(), audit.clock());
  return { keys: keysBeyond(permissions, keys), withdrawn };
}

const isSameSet = (one: readonly Role[], other: readonly Role[]): boolean =>
  one.every((role) => other.includes(role)) && other.every((role) => one.includes(role));

const hasOthers = ({ name, roles }: Person): ActRefused =>
  new ActRefused(
    'conflict',
    `${name} has other roles by now than you saw: ${roles.length === 0 ? 'none' : roles.join(', ')}; look again`,
  );

/**
 * Removes a person: every session ends within 5 seconds, and nobody can sign in as them, nor by an invitation that they made.
 * Null: they were removed before.
 */
export async function removePerson(
  ports: ManagePorts,
  person: Person,
  audit: AuditPorts,
): Promise<LeftByPerson | null> {
  const { people, sessions, operatorKeys, savedViews } = ports;
  const { done, withdrawn } = await audited(
    audit,
    { action: 'person.remove', on: onPerson(person.id), before: { roles: rolesOf(person) } },
    async () => {
      await withdrawAll(ports, person);
      // Before the removal, which can not be repeated after a kill. What they make meanwhile gives nothing (`isByFormer`).
      const theirs = await withdrawIssuedBy(ports, person.id, audit.clock());
      // Nobody could delete them any more, nor the addresses that they are mailed to.
      await savedViews.removeAll(person.id);
      const removed = await people.remove(person.id, audit.clock());
      await sessions.endAll(person.id, audit.clock());
      return { done: removed, withdrawn: theirs };
    },
    endOf,
  );
  if (!done) return null;
  return { keys: keysOfPerson(person.id, await operatorKeys.list(), audit.clock()), withdrawn };
}

const endOf = ({ done, withdrawn }: { done: boolean; withdrawn: readonly Invitation[] }): Ended => ({
  result: done ? 'done' : 'nothing',
  ...(withdrawn.length > 0 && { facts: { invitations_withdrawn: withdrawn.length } }),
});

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
