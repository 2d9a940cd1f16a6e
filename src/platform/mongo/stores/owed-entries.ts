import { trusted } from 'mongoose';
import type { LeadStore, LeadOwingEntries } from '../../../app/ports/lead-store.js';
import type { LeadRecord } from '../../../core/lead/lead-record.js';
import { SUBID_FIELDS } from '../../../core/money/entry.js';
import { earlierThan, plain, toRecord, upTo, type Stored } from './documents.js';
import { toOpened } from '../sealing/sealed-records.js';
import type { LeadModel } from './models.js';

type OwedEntries = Pick<LeadStore, 'owingEntries' | 'clearOwed' | 'soldUnpriced' | 'oweSale'>;

/** What an entry needs of its lead. Nothing of it names a person. */
const BOOKED = {
  ...{ affiliate_id: 1, campaign_id: 1, offer_id: 1, program_id: 1, reference: 1, unbooked: 1 },
  external_id: 1,
  ...Object.fromEntries(SUBID_FIELDS.map((name) => [`tracking.${name}`, 1])),
};

/** The entries that leads owe to the books. */
export const createOwedEntries = (leads: LeadModel): OwedEntries => ({
  async owingEntries(before, limit) {
    const found = await leads
      .find({ ['unbooked.at' as string]: earlierThan(before) }, BOOKED, upTo(limit))
      .sort({ 'unbooked.at': 1 })
      .lean<Stored<LeadOwingEntries>[]>();
    return found.map((lead) => toRecord<LeadOwingEntries>(lead));
  },
  async clearOwed(written) {
    if (written.length === 0) return;
    await plain(leads).bulkWrite(
      written.map(({ id, kind, n }) => ({
        updateOne: { filter: { _id: id }, update: { $pull: { unbooked: { kind, n } } } },
      })),
      { ordered: false },
    );
  },
  async soldUnpriced(since, limit) {
    const found = await leads
      .find({
        state: 'accepted',
        'decision.at': trusted({ $gte: since }),
        'decision.sale': trusted({ $exists: false }),
      })
      .sort({ 'decision.at': 1 })
      .limit(limit)
      .lean<Stored<LeadRecord>[]>();
    return found.map((lead) => toOpened<LeadRecord>(leads, lead, 'shown'));
  },
  async oweSale(id, sale, owed) {
    await plain(leads).updateOne(
      { _id: id, state: 'accepted', 'decision.sale': { $exists: false } },
      { $set: { 'decision.sale': sale }, $push: { unbooked: owed } },
    );
  },
});
