import { createHmac, hkdfSync } from 'node:crypto';
import type { KeyedHash } from '../../core/audit/chain.js';

const PURPOSE = 'leadkeep audit log 1';

/** What the audit log needs of its secret. */
export interface AuditKey {
  /** The keyed hash of the chain. */
  readonly keyedHash: KeyedHash;
  /** A keyed hash of what somebody searched for. It never equals a hash of the chain. */
  readonly hashSearched: (kind: string, value: string) => string;
  /** Distinguishes one secret from another, but reveals nothing about them. */
  readonly fingerprint: string;
}

/** The audit log's key is derived, so it differs from the keys of identities and callbacks under the same secret. */
export function createAuditKey(secret: string): AuditKey {
  const key = Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, 32));
  const hmac = (text: string): string => createHmac('sha256', key).update(text, 'utf8').digest('hex');
  return {
    keyedHash: (text) => hmac(`entry:${text}`),
    hashSearched: (kind, value) => hmac(`searched:${kind}:${value}`),
    fingerprint: hmac('fingerprint'),
  };
}
