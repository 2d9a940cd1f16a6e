import type { Person } from '../../core/people/person.js';
import type { Session } from '../../core/people/session.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import type { PeopleStore, SessionOrigin, SessionStore } from '../ports/people-store.js';
import type { RecordRefusal } from './record-refusal.js';

/** What every way to sign in needs. */
export interface SignInPorts {
  readonly people: PeopleStore;
  readonly sessions: Pick<SessionStore, 'begin' | 'endAll'>;
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

/** Begins a session, with entries in the audit log. Throws if the log can't be written; then there is no session. */
export async function beginSession(
  { sessions }: Pick<SignInPorts, 'sessions'>,
  person: Person,
  by: 'password' | 'oidc' | 'invitation',
  call: SignInCall,
): Promise<SignedIn> {
  const begun = await audited(
    ownAct(call, person.id),
    { action: 'session.begin', on: { kind: 'person', ids: [person.id] }, facts: { by } },
    () => sessions.begin(person, call.origin, call.now),
    ({ session }) => ({ result: 'done', facts: { session: session.id } }),
  );
  return { outcome: 'in', ...begun };
}
