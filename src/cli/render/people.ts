import type { Invitation } from '../../core/people/invitation.js';
import type { Person } from '../../core/people/person.js';
import { issuerOf } from './operator-keys.js';
import { renderTable } from './table.js';
import { formatTime } from './time.js';

type Listed = Person & { readonly open_sessions: number };

export function renderPeople(people: readonly Listed[]): string {
  if (people.length === 0) return 'Nobody has an account yet: leadkeep user invite EMAIL --role admin';
  return renderTable(
    ['name', 'email', 'roles', 'signs in', 'sessions', 'since', 'id'],
    people.map(({ name, email, roles, sign_in, open_sessions, created_at, removed_at, id }) => [
      name,
      email ?? '–',
      roles.join(',') || '–',
      removed_at ? `removed ${formatTime(removed_at)}` : sign_in.join(','),
      String(open_sessions),
      formatTime(created_at),
      id,
    ]),
  );
}

export const renderInvitations = (invitations: readonly Invitation[]): string =>
  renderTable(
    ['invited', 'roles', 'until', 'invited by', 'id'],
    invitations.map((invitation) => [
      invitedIn(invitation),
      invitation.roles?.join(',') ?? 'as before',
      formatTime(invitation.expires_at),
      issuerOf(invitation),
      invitation.id,
    ]),
  );

/** The invitations that ended because who made them is removed, or may not invite any more. */
export const renderWithdrawn = (invitations: readonly Invitation[]): string =>
  `Invitations that they made are withdrawn: ${invitations.map(invitedIn).join(', ')}; invite again who is still to come`;

const invitedIn = ({ email }: Invitation): string => email ?? 'anybody with the link';
