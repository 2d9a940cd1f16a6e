import { allowedTo, rolesOf } from '../../core/people/person.js';
import { csrfTokenOf, MAX_SESSION_MS, type Session } from '../../core/people/session.js';
import type { CalledSession } from './session-access.js';

/** How people can sign in. */
export interface SignInKinds {
  readonly local: boolean;
  readonly oidc: boolean;
}

/** What the page knows of who uses it. */
export const sessionDocument = ({ session, token }: CalledSession, sign_in: SignInKinds) => ({
  person: { id: session.person.id, name: session.person.name, email: session.person.email },
  roles: rolesOf(session.person),
  permissions: allowedTo(session.person),
  csrf: csrfTokenOf(token),
  expires_at: session.expires_at,
  ends_at: new Date(session.created_at.getTime() + MAX_SESSION_MS),
  sign_in,
});

/** A session, as its owner and those who manage people see it. */
export const sessionView = ({ id, person, created_at, used_at, expires_at, address, agent }: Session) => ({
  id,
  person: { id: person.id, name: person.name },
  ...{ began_at: created_at, used_at, expires_at },
  ...{ address: address ?? null, agent: agent ?? null },
});
