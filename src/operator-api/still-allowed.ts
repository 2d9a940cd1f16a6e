import type { Request } from 'express';
import type { Viewer } from '../app/operators/viewer.js';
import type { KeyCache } from '../app/ports/key-cache.js';
import type { OperatorKey } from '../core/operators/operator-key.js';
import type { Permission } from '../core/operators/permissions.js';
import { allowedTo } from '../core/people/person.js';
import { sentKey } from '../http/access/sent-key.js';
import type { SessionAccess } from './sign-in/session-access.js';

/** Whether who made a call that goes on may still do all this. Throws on an outage. */
export type StillAllowed = (
  request: Request,
  viewer: Pick<Viewer, 'kind'>,
  needed: readonly Permission[],
) => Promise<boolean>;

/** Looks only at the lists of valid keys and sessions, so it may be asked often. */
export const createStillAllowed =
  (keys: Pick<KeyCache<OperatorKey>, 'known'>, sessions: Pick<SessionAccess, 'known'>): StillAllowed =>
  async (request, { kind }, needed) => {
    const permissions = kind === 'key' ? await scopesOf(keys, request) : await ofPerson(sessions, request);
    return needed.every((permission) => permissions.includes(permission));
  };

const scopesOf = async (
  keys: Pick<KeyCache<OperatorKey>, 'known'>,
  { headers }: Request,
): Promise<readonly Permission[]> => (await keys.known(sentKey(headers) ?? ''))?.scopes ?? [];

async function ofPerson(
  sessions: Pick<SessionAccess, 'known'>,
  request: Request,
): Promise<readonly Permission[]> {
  const session = await sessions.known(request);
  return session ? allowedTo(session.person) : [];
}
