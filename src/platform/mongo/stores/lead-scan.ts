import { randomUUID } from 'node:crypto';
import type { Connection, mongo } from 'mongoose';
import type { LeadCounts } from '../../../app/ports/lead-counts.js';
import type { LeadStore } from '../../../app/ports/lead-store.js';
import type { Log } from '../../process/logger.js';
import { OutageError } from '../../../app/outage.js';
import { createLeadCounts } from './lead-counts.js';
import { countedLeads } from './lead-store.js';

/** What a count of all leads reads. */
export interface ScannedLeads {
  readonly leads: Pick<LeadStore, 'counted'>;
  readonly counts: LeadCounts;
}

/**
 * Calls `count` with leads in their state at the call or later, and settles when `count` does. Throws an OutageError
 * if MongoDB can't guarantee that.
 */
export type LeadScan = <T>(count: (from: ScannedLeads) => Promise<T>) => Promise<T>;

interface Hello {
  /** The name of the replica set. */
  readonly setName?: string;
  /** `isdbgrid` means a router of a sharded cluster. */
  readonly msg?: string;
  /** Absent if the server has no sessions. */
  readonly logicalSessionTimeoutMinutes?: number;
}

const WRITE = { w: 'majority', journal: true } as const;

/**
 * Scans in a causally consistent session, after a write of its own that a majority acknowledged. A deposed primary
 * that does not know of its replacement can neither accept that write nor answer a later read. So the scan sees
 * everything that was acknowledged before it began.
 *
 * A single server (a standalone mongod, FerretDB) has no replacement. It reports no time that reads could wait for,
 * and it may have no sessions. It is read directly, and the log mentions that once.
 */
export function createLeadScan(connection: Connection, log: Pick<Log, 'info'>): LeadScan {
  let isSaid = false;
  return async (count) => {
    const { setName, msg, logicalSessionTimeoutMinutes } = (await connection
      .getClient()
      .db()
      .command({ hello: 1 })) as Hello;
    const isSingle = setName === undefined && msg !== 'isdbgrid';
    const hasSessions = (logicalSessionTimeoutMinutes ?? 0) > 0;
    const session = hasSessions ? await connection.startSession({ causalConsistency: true }) : undefined;
    try {
      await writeFirst(connection, session);
      if (session?.operationTime === undefined) {
        if (!isSingle)
          throw new OutageError('MongoDB', new Error('it tells no time that reads could wait for'));
        if (!isSaid)
          log.info('MongoDB is a single server: leads are counted without a causally consistent session');
        isSaid = true;
      }
      return await count({
        leads: { counted: countedLeads(connection, session) },
        counts: createLeadCounts(connection, session),
      });
    } finally {
      await session?.endSession();
    }
  };
}

async function writeFirst(connection: Connection, session: mongo.ClientSession | undefined): Promise<void> {
  await connection
    .collection<{ _id: string; scan: string }>('meta')
    .updateOne(
      { _id: 'lead_scan' },
      { $set: { scan: randomUUID() } },
      { upsert: true, writeConcern: WRITE, ...(session ? { session } : {}) },
    );
}
