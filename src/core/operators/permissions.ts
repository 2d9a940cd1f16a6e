/**
 * Everything that somebody may be allowed to do on the operator API. An operator key has some of these as its scopes;
 * roles of people are sets of them (`roles.ts`).
 */
export const PERMISSIONS = [
  'leads:read',
  'searches:read',
  'reports:read',
  'statements:read',
  /** Personal data unmasked, of the leads and searches that the other permissions show. */
  'pii:read',
  /** What is going on: what needs somebody, affiliates, campaigns, offers, buyers, partners, caps, refused calls. */
  'traffic:read',
  'catalogue:read',
  'catalogue:draft',
  /** Puts a version of the catalogue in force. */
  'catalogue:apply',
  'pause',
  /** Sets another limit of a cap for a time, within the range that the catalogue allows. */
  'limit',
  /** Sets another price or payout for a time, within the range that the catalogue allows. */
  'price',
  'settle',
  'return',
  /** Records what became of sold leads. */
  'stages:write',
  'books:adjust',
  'books:close',
  /** Notes of statements that they were sent or paid. */
  'statements:mark',
  'keys:read',
  'keys:write',
  /** People, their sessions, and operator keys. */
  'people:read',
  'people:write',
  'audit:read',
  'alerts:read',
  'alerts:write',
  /** Who is not sold: sees and changes the suppression list. */
  'suppress',
  /** What is stored of a person: finds, exports and erases it, and sees which buyers must be told. */
  'persons',
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
