import { isKeyOf, mintKeyOf, type RandomBytes } from '../keys/key-format.js';
import type { KeyIssuer, OperatorKey } from '../operators/operator-key.js';
import type { Role } from '../operators/roles.js';
import { allowedTo, type Person } from './person.js';

/** A link with which somebody gets an account, once. Only the hash of its token is stored. */
export interface Invitation {
  readonly id: string;
  /** Null: the person who opens the link gives one. */
  readonly email: string | null;
  /** Null: the person was invited again and keeps the roles that they have then. */
  readonly roles: readonly Role[] | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly used_at?: Date;
  readonly issued_by: KeyIssuer;
}

/** Three days: over a weekend. */
export const INVITATION_MS = 72 * 3_600_000;

/**
 * Whether the person's roles were set, or the person removed, after the invitation was made. Then it gives this person nothing:
 * it would give back what was taken away, and it may be for no address, or for one that the person did not have then.
 */
export const isOutdatedFor = (
  { created_at }: Invitation,
  { roles_set_at, removed_at }: Pick<Person, 'roles_set_at' | 'removed_at'>,
): boolean => [roles_set_at, removed_at].some((at) => at !== undefined && created_at < at);

/** Who may have made invitations, as they are now: all people and all keys. */
interface Issuers {
  readonly people: readonly Person[];
  readonly keys: readonly Pick<OperatorKey, 'id' | 'revoked_at'>[];
}

/**
 * Whether who made the invitation may invite no more: they lost the permission, or the key was revoked. Then it gives nothing to
 * anybody: they may have kept the link, and would come back with it.
 */
export function isByFormer(
  { issued_by: by }: Pick<Invitation, 'issued_by'>,
  { people, keys }: Issuers,
): boolean {
  if (by.kind === 'person')
    return !people.some((person) => person.id === by.id && allowedTo(person).includes('people:write'));
  return (
    by.kind === 'operator_key' && !keys.some(({ id, revoked_at }) => id === by.id && revoked_at === undefined)
  );
}

const SCHEME = 'lki_';
export const mintInvitationToken = (randomBytes: RandomBytes): string => mintKeyOf(SCHEME, randomBytes);
export const isInvitationToken = (text: string): boolean => isKeyOf(SCHEME, text);

/**
 * The page on which an invitation is accepted. The token is behind the `#`, so a browser does not send it with the
 * address of the page, and the page sends it in a body: no log of a proxy has it.
 */
export const invitationLink = (consoleUrl: string, token: string): string =>
  `${consoleUrl}/invitation#${token}`;
