import { PERMISSIONS, type Permission } from './permissions.js';

const VIEWER = [
  ...(['leads:read', 'searches:read', 'reports:read', 'traffic:read'] as const),
  ...(['catalogue:read', 'alerts:read'] as const),
] as const;

/** What people are: named sets of permissions. A person may have several. */
export const ROLES = {
  viewer: VIEWER,
  support: [...VIEWER, 'pii:read', 'suppress'],
  operator: [
    ...VIEWER,
    ...(['pii:read', 'pause', 'limit', 'price', 'settle', 'return', 'stages:write'] as const),
    ...(['keys:read', 'keys:write', 'alerts:write', 'catalogue:draft'] as const),
    ...(['audit:read', 'suppress'] as const),
  ],
  finance: [...VIEWER, 'statements:read', 'books:adjust', 'books:close', 'statements:mark', 'audit:read'],
  admin: [
    ...VIEWER,
    ...(['catalogue:draft', 'catalogue:apply', 'limit', 'price'] as const),
    ...(['people:read', 'people:write', 'keys:read', 'keys:write'] as const),
    ...(['audit:read', 'alerts:write', 'persons'] as const),
  ],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;

export type Role = keyof typeof ROLES;

/** All roles, from the least allowed to the most. */
export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[];

/** What somebody with these roles may do, in the order of `PERMISSIONS`. */
export function permissionsOf(roles: readonly Role[]): readonly Permission[] {
  const allowed = new Set(roles.flatMap((role): readonly Permission[] => ROLES[role]));
  return PERMISSIONS.filter((permission) => allowed.has(permission));
}
