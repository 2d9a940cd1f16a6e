import { ROLE_NAMES, type Role } from '../operators/roles.js';

/** Which value of the provider's claim gives which roles. */
export type RoleMap = ReadonlyMap<string, readonly Role[]>;

/** Reads `VALUE=role,VALUE=role`; a value may appear several times. Undefined: the text is not of this form. */
export function parseRoleMap(text: string): RoleMap | undefined {
  const map = new Map<string, readonly Role[]>();
  for (const pair of text.split(',').map((part) => part.trim())) {
    const [, value, name] = /^([^=]+)=([a-z]+)$/.exec(pair) ?? [];
    const role = ROLE_NAMES.find((each) => each === name);
    if (value === undefined || role === undefined) return undefined;
    map.set(value.trim(), [...(map.get(value.trim()) ?? []), role]);
  }
  return map;
}

/** The roles that a claim gives: a text or a list of texts. Any other value gives none. */
export function rolesOfClaim(claim: unknown, map: RoleMap): readonly Role[] {
  const values: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  const given = values.flatMap((value) => (typeof value === 'string' ? (map.get(value) ?? []) : []));
  return ROLE_NAMES.filter((role) => given.includes(role));
}
