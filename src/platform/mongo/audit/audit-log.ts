import { randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { AuditLog } from '../../../app/ports/audit-log.js';
import type { AuditDraft } from '../../../core/audit/audit-entry.js';
import { sealEntry, type AuditHead } from '../../../core/audit/chain.js';
import type { AuditKey } from '../../secrets/audit-key.js';
import { createCollection } from '../create-collection.js';
import { unlessTaken } from '../stores/duplicate-key.js';
import { isConflict, retryConflicts } from '../stores/retry-conflicts.js';
import { SettingsError } from '../../process/settings.js';
import { auditLogOf, NUMBERS } from './audit-documents.js';

/** Each try fails only because another writer succeeded. */
const RETRIES = { tries: 200, most_ms: 100 };
const KEY = { _id: 'audit' } as const;

interface StoredKey {
  readonly _id: 'audit';
  readonly key_fingerprint: string;
}

/**
 * The audit log in MongoDB. An entry gets the number after the last one; the unique `_id` refuses the second of two
 * writers, which then tries the next number.
 */
export function createAuditLog(connection: Connection, key: AuditKey): AuditLog {
  let checked = false;
  const append = async (draft: AuditDraft): Promise<number> => {
    if (!checked) await claimKey(connection, key);
    checked = true;
    const nonce = randomBytes(12).toString('hex');
    return retryConflicts(async () => {
      const head = await readHead(connection);
      // Two first inserts at once could both try to create the collection.
      if (head === null) await createCollection(connection, 'audit_log');
      const entry = sealEntry(draft, head, { nonce, keyedHash: key.keyedHash });
      try {
        await auditLogOf(connection).insertOne({ _id: entry.number, ...entry });
        return entry.number;
      } catch (error) {
        // The driver repeats a write whose answer was lost, and then meets its own entry.
        if (isConflict(error) && (await readHash(connection, entry.number)) === entry.hash)
          return entry.number;
        throw error;
      }
    }, RETRIES);
  };
  return { append, hashSearched: (kind, value) => key.hashSearched(kind, value) };
}

/** Somebody may have put anything into it. */
const hashIn = ({ hash }: { readonly hash: unknown }): string => (typeof hash === 'string' ? hash : '');

/** The place of the last entry. */
export async function readHead(connection: Connection): Promise<AuditHead | null> {
  const [last] = await auditLogOf(connection)
    .find({ _id: NUMBERS }, { projection: { _id: 1, hash: 1 } })
    .sort({ _id: -1 })
    .limit(1)
    .toArray();
  return last ? { number: last._id, hash: hashIn(last) } : null;
}

export async function readHash(connection: Connection, number: number): Promise<string | null> {
  const found = await auditLogOf(connection).findOne({ _id: number }, { projection: { hash: 1 } });
  return found && hashIn(found);
}

/** Throws a SettingsError if the log was begun with another secret. Null: nobody has begun it. */
export async function checkAuditKey(connection: Connection, { fingerprint }: AuditKey): Promise<void> {
  const stored = await connection.collection<StoredKey>('meta').findOne(KEY);
  if (!stored || stored.key_fingerprint === fingerprint) return;
  throw new SettingsError(
    'Settings: the audit log of this database was begun with another secret: give the same AUDIT_SECRET as then, or, if none was set, the same IDENTITY_SECRET and no AUDIT_SECRET.',
  );
}

/** The first writer stores which secret the log has. */
async function claimKey(connection: Connection, key: AuditKey): Promise<void> {
  const meta = connection.collection<StoredKey>('meta');
  if ((await meta.findOne(KEY)) === null) {
    await createCollection(connection, 'meta');
    const first = { $setOnInsert: { key_fingerprint: key.fingerprint } };
    await unlessTaken(meta.updateOne(KEY, first, { upsert: true }));
  }
  await checkAuditKey(connection, key);
}
