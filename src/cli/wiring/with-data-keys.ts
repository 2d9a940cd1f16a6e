import type { AuditLog } from '../../app/ports/audit-log.js';
import { dataKeysOf } from '../../platform/mongo/sealing/data-keys-of.js';
import { forgetKid, knownKids, rememberKid } from '../../platform/mongo/sealing/known-kids.js';
import { countKids, reseal, type Resealed } from '../../platform/mongo/sealing/rotate-data-key.js';
import { CliError } from '../cli-error.js';
import { auditLogOf } from './audit-log.js';
import { withMigrated } from './with-database.js';

/** How many records of a collection a key sealed. */
export interface SealedCount {
  readonly collection: Resealed['collection'];
  readonly kid: string;
  readonly n: number;
}

/** The keys of `DATA_KEYS` with the records that they seal. Every method throws on an outage. */
export interface DataKeyTools {
  readonly auditLog: AuditLog;
  /** The name of the key that seals. */
  readonly current: string;
  readonly kids: ReadonlySet<string>;
  count(): Promise<readonly SealedCount[]>;
  /** The names of the keys that every process needs, also of those that seal nothing yet. */
  known(): Promise<readonly string[]>;
  /** Seals all records under the first key. */
  reseal(): AsyncIterable<Resealed>;
  /** From now on no process needs keys that seal nothing any more. */
  forget(counts: readonly SealedCount[]): Promise<void>;
}

/** Runs `use` with the keys of the environment. Throws a CliError without keys, or if a server is down. */
export const withDataKeys = <T>(
  env: NodeJS.ProcessEnv,
  use: (tools: DataKeyTools) => Promise<T>,
): Promise<T> =>
  withMigrated(env, async (connection) => {
    const keys = dataKeysOf(connection);
    if (!keys) throw new CliError('Set DATA_KEYS, or DATA_KEYS_FILE, to those of your installation');
    return use({
      auditLog: auditLogOf(connection, env),
      current: keys.current,
      kids: keys.kids,
      count: () => countKids(connection),
      known: () => knownKids(connection),
      async *reseal() {
        // So that a process that lacks the key is not ready.
        await rememberKid(connection);
        yield* reseal(connection, keys);
      },
      async forget(counts) {
        for (const kid of await knownKids(connection))
          if (kid !== keys.current && !counts.some((count) => count.kid === kid))
            await forgetKid(connection, kid);
      },
    });
  });
