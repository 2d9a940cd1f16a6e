import type { LeadStore, LeadWithUnbooked } from '../../../app/ports/lead-store.js';
import { SUBID_FIELDS } from '../../../core/money/entry.js';
import { earlierThan, plain, toRecord, upTo, type Stored } from './documents.js';
import type { LeadModel } from './models.js';

type UnbookedEntries = Pick<LeadStore, 'withUnbooked' | 'clearUnbooked'>;

/** What an entry needs of its lead. Nothing of it names a person. */
const BOOKED = {
  ...{ affiliate_id: 1, campaign_id: 1, offer_id: 1, program_id: 1, reference: 1, unbooked: 1 },
  external_id: 1,
  ...Object.fromEntries(SUBID_FIELDS.map((name) => [`tracking.${name}`, 1])),
};

/** The entries that leads owe to the books. */
export const createUnbookedEntries = (leads: LeadModel): UnbookedEntries => ({
  async withUnbooked(before, limit) {
    const found = await leads
      .find({ ['unbooked.at' as string]: earlierThan(before) }, BOOKED, upTo(limit))
      .sort({ 'unbooked.at': 1 })
      .lean<Stored<LeadWithUnbooked>[]>();
    return found.map((lead) => toRecord<LeadWithUnbooked>(lead));
  },
  async clearUnbooked(written) {
    if (written.length === 0) return;
    await plain(leads).bulkWrite(
      written.map(({ id, kind, number }) => ({
        updateOne: { filter: { _id: id }, update: { $pull: { unbooked: { kind, number } } } },
      })),
      { ordered: false },
    );
  },
});
