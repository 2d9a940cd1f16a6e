/**
 * Everything that somebody may be allowed to do on the operator API. An operator key has some of these as its scopes;
 * roles of people will be sets of them.
 */
export const PERMISSIONS = [
  'leads:read',
  'searches:read',
  'reports:read',
  'statements:read',
  /** Personal data unmasked, of the leads and searches that the other permissions show. */
  'pii:read',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Reads a comma-separated list. Each permission appears once, in the order of `PERMISSIONS`. */
export function parsePermissions(
  text: string,
): { readonly ok: true; readonly permissions: readonly Permission[] } | { readonly ok: false } {
  const names = new Set<string>(text.split(',').map((name) => name.trim()));
  const permissions = PERMISSIONS.filter((permission) => names.has(permission));
  return permissions.length === names.size ? { ok: true, permissions } : { ok: false };
}
