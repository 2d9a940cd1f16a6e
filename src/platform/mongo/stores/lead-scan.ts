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

/** Calls `count` with leads as they stand now or later, and ends with it. Throws an OutageError where nobody can tell. */
export type LeadScan = <T>(count: (from: ScannedLeads) => Promise<T>) => Promise<T>;

interface Hello {
  /** Of a replica set. */
  readonly setName?: string;
  /** `isdbgrid`: a router of a sharded cluster. */
  readonly msg?: string;
  /** Absent: it has no sessions. */
  readonly logicalSessionTimeoutMinutes?: number;
}

const WRITE = { w: 'majority', journal: true } as const;

/**
 * Scans in a causally consistent session, behind a write of its own that a majority has: a primary that was deposed
 * and has not heard of it can neither take that write nor answer a read that comes after it. So whatever was
 * acknowledged before the scan began is seen.
 *
 * A single server (a mongod alone, FerretDB) is the only one there is. It tells no time that reads could wait for, and
 * may have no sessions: it is read as it is, which is said once.
 */
export function createLeadScan(connection: Connection, log: Pick<Log, 'info'>): LeadScan {
  let isSaid = false;
  return async (count) => {
    const { setName, msg, logicalSessionTimeoutMinutes } = (await connection.db?.command({
      hello: 1,
    })) as Hello;
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
