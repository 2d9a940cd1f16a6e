import type { Connection } from 'mongoose';
import type { AuditEntry } from '../../../src/core/audit/audit-entry.js';

interface Wanted {
  readonly action: string;
  /** The id of a person. */
  readonly who: string;
}

/** What the audit log has of a person's acts of a kind, oldest first. */
export const auditEntries = async (connection: Connection, { action, who }: Wanted): Promise<AuditEntry[]> =>
  (await connection
    .collection('audit_log')
    .find({ action, 'who.kind': 'person', 'who.id': who })
    .sort({ _id: 1 })
    .toArray()) as unknown as AuditEntry[];
