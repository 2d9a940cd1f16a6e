import { allowedTo, rolesOf } from '../../core/people/person.js';
import { csrfTokenOf, MAX_SESSION_MS } from '../../core/people/session.js';
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
