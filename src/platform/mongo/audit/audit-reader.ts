import type { Connection } from 'mongoose';
import type { AuditQuery, AuditReader } from '../../../app/ports/audit-log.js';
import type { StoredAudit } from '../../../core/audit/audit-verifier.js';
import { auditLogOf, entryOf, NUMBERS, type FoundDocument } from './audit-documents.js';
import { readHash, readHead } from './audit-log.js';

const BATCH = 1_000;
/** A damaged log may hold any number of other documents. */
const MAX_STRAYS = 100;

export function createAuditReader(connection: Connection): AuditReader {
  const log = auditLogOf(connection);
  return {
    head: () => readHead(connection),
    hashOf: (number) => readHash(connection, number),
    async *all() {
      for (let last = 0; ;) {
        const batch = await log
          .find({ _id: { $gt: last, $lt: NUMBERS.$lt } })
          .sort({ _id: 1 })
          .limit(BATCH)
          .toArray();
        for (const { _id, ...entry } of batch) yield { id: _id, entry };
        last = batch.at(-1)?._id ?? last;
        if (batch.length < BATCH) break;
      }
      yield* await strays();
    },
    async intents(query, limit) {
      const found = await log.find(filterOf(query)).sort({ _id: -1 }).limit(limit).toArray();
      return found.map(entryOf);
    },
    async outcomes(intents) {
      const found = await log.find({ phase: 'outcome', intent: { $in: [...intents] } }).toArray();
      return found.map(entryOf);
    },
  };

  async function strays(): Promise<StoredAudit[]> {
    const found = await connection
      .collection<FoundDocument>('audit_log')
      .find({ $nor: [{ _id: { $gt: 0, $lt: NUMBERS.$lt } }] } as object)
      .limit(MAX_STRAYS)
      .toArray();
    return found.map(({ _id, ...entry }) => ({ id: _id, entry }));
  }
}

const filterOf = ({ from, to, who, action, actions, on, before }: AuditQuery): object => ({
  phase: 'intent',
  ...(from || to ? { at: { ...(from ? { $gte: from } : {}), ...(to ? { $lt: to } : {}) } } : {}),
  ...(who === undefined ? {} : { 'who.id': who }),
  ...(action === undefined ? {} : { action }),
  ...(actions === undefined ? {} : { action: { $in: [...actions] } }),
  ...(before === undefined ? {} : { _id: { $gt: 0, $lt: before } }),
  ...(on === undefined ? {} : { 'on.ids': on }),
});
