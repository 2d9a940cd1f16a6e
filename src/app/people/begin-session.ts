import type { Person } from '../../core/people/person.js';
import type { Session } from '../../core/people/session.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import type { PeopleStore, PersonGrant, SessionOrigin, SessionStore } from '../ports/people-store.js';
import type { RecordRefusal } from './record-refusal.js';

/** What every way to sign in needs. */
export interface SignInPorts {
  readonly people: PeopleStore;
  readonly sessions: Pick<SessionStore, 'begin' | 'end' | 'endAll'>;
  readonly recordRefusal: RecordRefusal;
}

/** Where a sign-in comes from, for the session and for the audit log. Nobody is known yet who acts. */
export interface SignInCall {
  readonly origin: SessionOrigin;
  /** What failures are counted by: the address, or the network of an IPv6 address. */
  readonly network: string;
  readonly audit: Omit<AuditPorts, 'who'>;
  readonly now: Date;
}

/** What a person does for themself, as the audit log has it: they act in the call that signs them in, or in a session. */
export const ownAct = ({ audit }: Pick<SignInCall, 'audit'>, id: string): AuditPorts => ({
  ...audit,
  who: { kind: 'person', id },
});

/** A session that has begun. Only the browser gets the token. */
export interface SignedIn {
  readonly outcome: 'in';
  readonly token: string;
  readonly session: Session;
}

/** What somebody signs in with: a password of theirs, or an account at the identity provider. */
interface WayIn extends Pick<PersonGrant, 'local' | 'provider'> {
  readonly by: 'password' | 'oidc' | 'invitation';
}

/**
 * Begins a session, with entries in the audit log. Throws if the log can't be written; then there is no session. Null:
 * an invitation that was accepted at this moment gave the person another way in, or they were removed.
 */
export async function beginSession(
  { people, sessions }: Pick<SignInPorts, 'people' | 'sessions'>,
  person: Person,
  { by, ...way }: WayIn,
  call: SignInCall,
): Promise<SignedIn | null> {
  const begun = await audited(
    ownAct(call, person.id),
    { action: 'session.begin', on: { kind: 'person', ids: [person.id] }, facts: { by } },
    async () => {
      const made = await sessions.begin(person, call.origin, call.now);
      // Who accepts an invitation stores the way in, then ends the sessions that there are: this one may have been too late.
      if (await isWayIn(people, person.id, way)) return made;
      await sessions.end(made.session.id, call.now);
      return null;
    },
    (made) =>
      made
        ? { result: 'done', facts: { session: made.session.id } }
        : { result: 'refused', facts: { why: 'replaced' } },
  );
  return begun && { outcome: 'in', ...begun };
}

/** Whether the person can sign in so now. */
async function isWayIn(
  people: Pick<PeopleStore, 'findLocal' | 'findByProvider'>,
  id: string,
  { local, provider }: Omit<WayIn, 'by'>,
): Promise<boolean> {
  if (local) {
    const found = await people.findLocal(local.email);
    return found?.person.id === id && found.local.password_hash === local.password_hash;
  }
  const found = provider ? await people.findByProvider(provider) : null;
  return found?.person.id === id && !found.is_former && !found.person.removed_at;
}
