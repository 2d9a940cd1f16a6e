import { randomUUID } from 'node:crypto';
import { isOutdatedFor, type Invitation } from '../../core/people/invitation.js';
import { passwordFault } from '../../core/people/password.js';
import { emailOf, personNameOf, rolesOf, type Person } from '../../core/people/person.js';
import { isTotpCode } from '../../core/people/totp.js';
import { audited } from '../audit/audited.js';
import type { InvitationStore, PersonGrant } from '../ports/people-store.js';
import type { OneTimeCodes, Passwords } from '../ports/sign-in-ports.js';
import { beginSession, ownAct, type SignedIn, type SignInCall, type SignInPorts } from './begin-session.js';
import { findOpen, type OpenPorts } from './open-invitations.js';

/** What reads an invitation and uses it. */
export interface InvitedPorts extends SignInPorts, Pick<OpenPorts, 'operatorKeys'> {
  readonly invitations: InvitationStore;
}

export interface AcceptPorts extends InvitedPorts {
  readonly passwords: Passwords;
  readonly codes: OneTimeCodes;
}

/** What the invited person typed. */
export interface Acceptance {
  readonly name: string;
  /** For an invitation without an address. */
  readonly email?: string;
  readonly password: string;
  readonly totp: string;
}

/** A member at fault, and the end of the sentence "<field> must …". */
export interface AcceptanceFault {
  readonly outcome: 'fault';
  readonly field: 'name' | 'email' | 'password' | 'totp';
  readonly must: string;
}

export type AcceptEnd =
  | SignedIn
  | AcceptanceFault
  /** The invitation is unknown, used or expired, or from before the person's roles were set, or who made it may invite no more. */
  | { readonly outcome: 'unknown' }
  /** Somebody has an account under this address already. */
  | { readonly outcome: 'taken' };

/** Accepts an invitation with a password and the first one-time code, and signs in. Earlier sessions of the person end. */
export async function acceptLocally(
  ports: AcceptPorts,
  token: string,
  typed: Acceptance,
  call: SignInCall,
): Promise<AcceptEnd> {
  const { people, passwords, codes } = ports;
  const invitation = await findOpen(ports, token, call.now);
  if (invitation === null) return { outcome: 'unknown' };
  const email = invitation.email ?? emailOf(typed.email ?? '');
  const name = personNameOf(typed.name);
  if (email === undefined) return fault('email', 'be an e-mail address');
  if (name === undefined) return fault('name', 'be a name of 1 to 100 characters');
  const weak = passwordFault(typed.password, [name, email]);
  if (weak !== undefined) return fault('password', weak);
  const secret = codes.secretOf(token);
  const code = typed.totp.replaceAll(' ', '');
  const totp_step = isTotpCode(code) ? codes.stepOf(secret, code, call.now) : undefined;
  if (totp_step === undefined) return fault('totp', 'be the six digits that your app shows now');
  const found = await people.findByEmail(email);
  if (found && invitation.email === null) return { outcome: 'taken' };
  if (found && isOutdatedFor(invitation, found)) return { outcome: 'unknown' };
  const password_hash = await passwords.hash(typed.password);
  const grant = {
    ...{ id: found?.id ?? randomUUID(), name, email, roles: invitation.roles ?? found?.roles ?? [] },
    local: { email, password_hash, totp_secret: codes.seal(secret, email), totp_step },
  };
  return join(ports, invitation, { grant, before: found ?? undefined }, call);
}

const fault = (field: AcceptanceFault['field'], must: string): AcceptanceFault => ({
  outcome: 'fault',
  field,
  must,
});

/** What an invitation gives, and the person as they were read for it. Absent: it makes a new person. */
interface Joining {
  readonly grant: PersonGrant;
  readonly before: Person | undefined;
}

/**
 * Uses the invitation, stores the person, ends earlier sessions, and signs in. If somebody removes the person at this
 * moment, or sets their roles, that stays, and the invitation gives nothing.
 */
export async function join(
  ports: Pick<AcceptPorts, 'people' | 'sessions' | 'invitations'>,
  invitation: Invitation,
  { grant, before }: Joining,
  call: SignInCall,
): Promise<SignedIn | Exclude<AcceptEnd, AcceptanceFault | SignedIn>> {
  const { people, sessions, invitations } = ports;
  const { id, roles, provider_roles = [], local, provider } = grant;
  const joined = await audited(
    ownAct(call, id),
    {
      ...{ action: 'person.join', on: { kind: 'person', ids: [id] } },
      facts: { invitation: invitation.id, sign_in: local ? 'local' : 'oidc' },
      after: { roles: rolesOf({ roles, provider_roles }) },
    },
    async (): Promise<Person | 'unknown' | 'taken'> => {
      if (!(await invitations.use(invitation.id, call.now))) return 'unknown';
      const granted = await people.grant(grant, call.now, before);
      if (granted !== 'granted') return granted === 'taken' ? 'taken' : 'unknown';
      await sessions.endAll(id, call.now);
      return (await people.read(id)) ?? 'unknown';
    },
    (end) => ({ result: typeof end === 'string' ? 'refused' : 'done' }),
  );
  if (typeof joined === 'string') return { outcome: joined };
  const way = { ...(local && { local }), ...(provider && { provider }) };
  // The person may have accepted another invitation at this moment.
  return (await beginSession(ports, joined, { by: 'invitation', ...way }, call)) ?? { outcome: 'unknown' };
}
