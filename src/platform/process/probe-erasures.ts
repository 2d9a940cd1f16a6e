import { access, constants, stat } from 'node:fs/promises';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { rangesOf } from '../../core/person/number-ranges.js';
import { createErasureNumbers } from '../mongo/person/erasure-numbers.js';
import { createErasureNumber } from '../redis/erasures.js';
import type { Probe } from './health.js';
import { SettingsError } from './settings-error.js';
import { thisUser } from './this-user.js';

/** The folder of the journal is there, and can be written to. Without it no erasure begins. */
const probeJournal =
  (dir: string): Probe =>
  async () => {
    try {
      await access(dir, constants.W_OK | constants.X_OK);
      return (await stat(dir)).isDirectory() ? undefined : `ERASURE_JOURNAL ${dir} is no folder`;
    } catch {
      return `ERASURE_JOURNAL ${dir} is no folder that ${thisUser()} may write to, so nobody can be erased: make it, and make it theirs (chown)`;
    }
  };

/** Of the process that erases. The others never look at the folder. */
export const journalProbe = (
  processName: string,
  { erasureJournal }: { readonly erasureJournal?: string },
): { readonly erasure_journal?: Probe } =>
  processName === 'console' && erasureJournal !== undefined
    ? { erasure_journal: probeJournal(erasureJournal) }
    : {};

/** At the start, a wrong folder is a wrong setting. */
export async function requireJournal(...of: Parameters<typeof journalProbe>): Promise<void> {
  const fault = await journalProbe(...of).erasure_journal?.();
  if (fault !== undefined) throw new SettingsError(`Settings: ${fault}.`);
}

/** The database has every erasure that was done. An older backup that was restored has not. */
export const probeErasures =
  (connection: Connection, redis: Redis, prefix: string): Probe =>
  async () => {
    const known = await createErasureNumber(redis, prefix).last();
    if (known === 0) return undefined;
    const lacking = await createErasureNumbers(connection).lacking(known);
    return lacking.length === 0
      ? undefined
      : `run leadkeep person replay-journal (with --lost if no journal has them): the database lacks erasures ${rangesOf(lacking).join(', ')}`;
  };
