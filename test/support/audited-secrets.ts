import type { AuditedRow } from './audited-world.js';

/** Waits for a rotation of IDENTITY_SECRET. */
export const NEXT_SECRET = { IDENTITY_SECRETS: 'x'.repeat(40) };

/** The commands about keys and secrets. */
export const SECRET_ROWS: readonly AuditedRow[] = [
  ['data-keys status', 'reads', () => []],
  ['data-keys rotate', 'data_keys.rotate', () => []],
  ['identity-secret status', 'reads', () => []],
  ['identity-secret rotate', 'identity_secret.rotate', () => []],
];
