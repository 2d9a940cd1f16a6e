import type { LeadStore } from '../../../app/ports/lead-store.js';
import type { LeadRecord } from '../../../core/lead/lead-record.js';
import { earlierThan, plain, toRecord, upTo, type Stored } from './documents.js';
import { unlessTaken } from './duplicate-key.js';
import { toSealed } from '../sealing/sealed-records.js';
import type { LeadModel } from './models.js';

type NextFallbacks = Pick<LeadStore, 'insertFallback' | 'pendingFallbacks' | 'clearPendingFallback'>;

/** The pending fallbacks of leads whose offer could not take them. */
export const createNextFallbacks = (leads: LeadModel): NextFallbacks => ({
  async insertFallback(lead) {
    // It has no Idempotency-Key, so only its own id can be taken.
    await unlessTaken(plain<Stored<LeadRecord>>(leads).insertOne(toSealed(leads, lead)));
  },
  async pendingFallbacks(before, limit) {
    const found = await leads
      .find({ ['next_fallback.pending_since' as string]: earlierThan(before) }, { _id: 1 }, upTo(limit))
      .lean<Stored<Pick<LeadRecord, 'id'>>[]>();
    return found.map((lead) => toRecord<Pick<LeadRecord, 'id'>>(lead));
  },
  async clearPendingFallback(id) {
    await plain(leads).updateOne({ _id: id }, { $unset: { 'next_fallback.pending_since': 1 } });
  },
});
