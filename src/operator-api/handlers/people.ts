import {
  changeRoles,
  endSession,
  invite,
  removePerson,
  type LeftByPerson,
} from '../../app/people/manage-people.js';
import { listOpen, withdrawInvitation } from '../../app/people/open-invitations.js';
import { operatorKeyView } from '../../core/operators/key-view.js';
import { invitationLink, type Invitation } from '../../core/people/invitation.js';
import { emailOf, rolesOf, type Person } from '../../core/people/person.js';
import { fieldMissing, invalidField } from '../../http/faults.js';
import type { InviteBody, RolesBody } from '../bodies/people.js';
import { noSuch } from '../faults.js';
import { issuerOf } from '../issuer-of.js';
import type { OperatorCall, OperatorPorts } from '../route.js';
import { sessionView } from '../sign-in/session-document.js';

type ById<Body = undefined> = OperatorCall<{ readonly id: string }, Body>;

export async function listPeople(ports: OperatorPorts, { now }: OperatorCall<object>) {
  const [people, invitations, sessions] = await Promise.all([
    ports.people.list(),
    listOpen(ports, now),
    ports.sessions.listValid(now),
  ]);
  const open = sessions.map(([, { person }]) => person.id);
  return {
    people: people.map((person) => ({
      ...personView(person),
      open_sessions: open.filter((id) => id === person.id).length,
    })),
    invitations: invitations.map(invitationView),
  };
}

export async function invitePerson(
  ports: OperatorPorts,
  { body, viewer, audit }: OperatorCall<object, InviteBody>,
) {
  const email = body.email === undefined ? null : emailOf(body.email);
  if (email === undefined) throw invalidField('email', 'an e-mail address');
  const issued_by = issuerOf({ audit, viewer });
  const issued = await invite(ports, { email, roles: body.roles ?? null, issued_by }, audit);
  // Only who has an account can be invited without roles.
  if (issued === null) throw fieldMissing('roles');
  return invitationAnswer(issued, ports.consoleUrl);
}

/** The answer alone has the link. */
export const invitationAnswer = (
  { invitation, token }: NonNullable<Awaited<ReturnType<typeof invite>>>,
  consoleUrl: string,
) => ({ ...invitationView(invitation), link: invitationLink(consoleUrl, token) });

/** Ends an invitation before somebody accepts it. */
export async function deleteInvitation(ports: OperatorPorts, { values, now, audit }: ById) {
  if (!(await withdrawInvitation(ports, values.id, now, audit)))
    throw noSuch('open invitation with this id', 'id');
  return { withdrawn: true };
}

export async function setRoles(ports: OperatorPorts, { values, body, now, audit }: ById<RolesBody>) {
  const person = await present(ports, values.id);
  const left = await changeRoles(ports, person, { roles: body.roles, seen: body.before }, audit);
  if (left === null) throw noPerson();
  return { ...personView((await ports.people.read(person.id)) ?? person), ...leftView(left, now) };
}

export async function deletePerson(ports: OperatorPorts, { values, now, audit }: ById) {
  const person = await present(ports, values.id);
  const left = await removePerson(ports, person, audit);
  if (left === null) throw noPerson();
  return { removed: true, ...leftView(left, now) };
}

const leftView = ({ keys, withdrawn }: LeftByPerson, now: Date) => ({
  operator_keys: keys.map((key) => operatorKeyView(key, now)),
  invitations_withdrawn: withdrawn.map(invitationView),
});

export async function listSessions(ports: OperatorPorts, { now }: OperatorCall<object>) {
  const sessions = await ports.sessions.listValid(now);
  return { sessions: sessions.map(([, session]) => sessionView(session)) };
}

export async function deleteSession(ports: OperatorPorts, { values, now, audit }: ById) {
  const sessions = await ports.sessions.listValid(now);
  const found = sessions.find(([, { id }]) => id === values.id)?.[1];
  const ended = found && (await endSession(ports, { id: found.id, person: found.person.id }, audit));
  if (!ended) throw noSuch('open session with this id', 'id');
  return { ended: true };
}

const noPerson = () => noSuch('person with this id', 'id');

async function present({ people }: OperatorPorts, id: string): Promise<Person> {
  const person = await people.read(id);
  if (person === null || person.removed_at !== undefined) throw noPerson();
  return person;
}

const personView = (person: Person) => ({
  ...{ id: person.id, name: person.name, email: person.email },
  roles: rolesOf(person),
  roles_of_leadkeep: person.roles,
  roles_of_provider: person.provider_roles,
  sign_in: person.sign_in,
  created_at: person.created_at,
  removed_at: person.removed_at ?? null,
});

const invitationView = ({ id, email, roles: given, created_at, expires_at, issued_by }: Invitation) => ({
  ...{ id, email, roles: given },
  ...{ created_at, expires_at },
  issued_by,
});
