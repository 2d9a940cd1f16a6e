import { issuedByPerson } from '../../core/operators/keys-of-person.js';
import { isByFormer, type Invitation } from '../../core/people/invitation.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import type { OperatorKeyStore } from '../ports/key-store.js';
import type { InvitationStore, PeopleStore } from '../ports/people-store.js';

/** Invitations, and those who made them. */
export interface OpenPorts {
  readonly invitations: Pick<InvitationStore, 'find' | 'listOpen' | 'withdrawOne'>;
  readonly people: Pick<PeopleStore, 'list'>;
  readonly operatorKeys: Pick<OperatorKeyStore, 'list'>;
}

/** Reads an invitation. Null: it is unknown, used or expired, or who made it may invite no more. Throws on an outage. */
export async function findOpen(ports: OpenPorts, token: string, now: Date): Promise<Invitation | null> {
  const found = await ports.invitations.find(token, now);
  return found && (await standing(ports, [found])).length > 0 ? found : null;
}

/** The invitations that can still be used, newest first. Throws on an outage. */
export const listOpen = async (ports: OpenPorts, now: Date): Promise<readonly Invitation[]> =>
  standing(ports, await ports.invitations.listOpen(now));

async function standing(
  { people, operatorKeys }: OpenPorts,
  invitations: readonly Invitation[],
): Promise<readonly Invitation[]> {
  if (invitations.length === 0) return invitations;
  const issuers = { people: await people.list(), keys: await operatorKeys.list() };
  return invitations.filter((one) => !isByFormer(one, issuers));
}

/**
 * Ends the open invitations that a person made, also with a key that they issued, or that was issued with such a key.
 * Returns them, newest first.
 */
export async function withdrawIssuedBy(
  { invitations, operatorKeys }: OpenPorts,
  personId: string,
  now: Date,
): Promise<readonly Invitation[]> {
  const isTheirs = issuedByPerson(personId, await operatorKeys.list());
  const withdrawn: Invitation[] = [];
  for (const one of await invitations.listOpen(now))
    if (isTheirs(one) && (await invitations.withdrawOne(one.id, now))) withdrawn.push(one);
  return withdrawn;
}

/** Ends an invitation. False: nobody can use one with this id. */
export async function withdrawInvitation(
  ports: OpenPorts,
  id: string,
  now: Date,
  audit: AuditPorts,
): Promise<boolean> {
  if (!(await listOpen(ports, now)).some((one) => one.id === id)) return false;
  return audited(
    audit,
    { action: 'invitation.withdraw', on: { kind: 'invitation', ids: [id] } },
    () => ports.invitations.withdrawOne(id, now),
    (done) => ({ result: done ? 'done' : 'nothing' }),
  );
}
