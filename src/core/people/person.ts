import { asciiDomain } from '../lead/email.js';
import { ROLE_NAMES, permissionsOf, type Role } from '../operators/roles.js';
import type { Permission } from '../operators/permissions.js';

/** Somebody who signs in to the console. The audit log names people by their ids; their names are only here. */
export interface Person {
  readonly id: string;
  readonly name: string;
  /** Null: nobody was invited with one, and the identity provider never confirmed one. */
  readonly email: string | null;
  /** Roles that were given in Leadkeep. */
  readonly roles: readonly Role[];
  /** Roles that the identity provider gave at the newest sign-in. */
  readonly provider_roles: readonly Role[];
  /** How this person can sign in. */
  readonly sign_in: readonly SignInKind[];
  readonly created_at: Date;
  /** Somebody set the roles in Leadkeep, or removed the person. */
  readonly roles_set_at?: Date;
  /** From then on nobody signs in as this person. The record stays, because the audit log names it. */
  readonly removed_at?: Date;
}

/** `local`: with a password and a code of Leadkeep's own. `oidc`: at the identity provider. */
export type SignInKind = 'local' | 'oidc';

/** All roles of a person, in the order of `ROLE_NAMES`. */
export const rolesOf = ({
  roles,
  provider_roles,
}: Pick<Person, 'roles' | 'provider_roles'>): readonly Role[] =>
  ROLE_NAMES.filter((role) => roles.includes(role) || provider_roles.includes(role));

/** What a person may do now. */
export const allowedTo = (person: Pick<Person, 'roles' | 'provider_roles'>): readonly Permission[] =>
  permissionsOf(rolesOf(person));

/** Reads a comma-separated list of roles. Each appears once, in the order of `ROLE_NAMES`. Undefined: one is unknown. */
export function parseRoles(text: string): readonly Role[] | undefined {
  const names = new Set<string>(text.split(',').map((name) => name.trim()));
  const roles = ROLE_NAMES.filter((role) => names.has(role));
  return roles.length === names.size ? roles : undefined;
}

const MAX_EMAIL = 254;
const MAX_NAME = 100;

/** The one form of an e-mail address by which an account is found. Undefined: the text is not an address. */
export function emailOf(text: string): string | undefined {
  const [, name = '', domain = ''] = /^(.*@)([^@]*)$/s.exec(text.normalize('NFKC').trim()) ?? [];
  const email = name.toLowerCase() + asciiDomain(domain);
  return email.length <= MAX_EMAIL && /^[^\s@\p{C}<>"(),:;\\[\]]+@[^\s@\p{C}<>"(),:;\\[\]]+$/u.test(email)
    ? email
    : undefined;
}

/** A name as it may be stored and shown: one line of 1 to 100 characters. Undefined: it can't be. */
export function personNameOf(text: string): string | undefined {
  const name = text.normalize('NFC').trim();
  return name !== '' && Array.from(name).length <= MAX_NAME && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name)
    ? name
    : undefined;
}
