import type { Connection } from 'mongoose';
import type { AuditEntry } from '../../../core/audit/audit-entry.js';

/** `_id` is the number too: its uniqueness decides between two writers. Inside the entry, the chain protects it. */
export type StoredEntry = AuditEntry & { readonly _id: number };

export const auditLogOf = (connection: Connection) => connection.collection<StoredEntry>('audit_log');

/** The collection as it may be found: somebody may have put anything into it. */
export interface FoundDocument {
  readonly _id: unknown;
  readonly [member: string]: unknown;
}

/** The numbers that an entry can have. Other documents are not entries, even if somebody put them there. */
export const NUMBERS = { $gte: 1, $lt: Number.MAX_SAFE_INTEGER } as const;

export function entryOf(stored: StoredEntry): AuditEntry {
  const { _id, ...entry } = stored;
  return entry;
}
