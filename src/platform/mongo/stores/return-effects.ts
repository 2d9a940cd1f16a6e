import type { LeadStore, ReturnedLead } from '../../../app/ports/lead-store.js';
import { earlierThan, plain, toRecord, upTo, type Stored } from './documents.js';
import type { LeadModel } from './models.js';

type ReturnEffects = Pick<LeadStore, 'withReturnEffects' | 'clearReturnEffects'>;

/** What the effects of a lead's returns need. Nothing of it names a person. */
const RETURNED = {
  ...{ affiliate_id: 1, campaign_id: 1, offer_id: 1, program_id: 1, submission: 1, state: 1, runs: 1 },
  ...{ intent: 1, identities: 1, decision: 1, returns: 1, return_effects: 1 },
};

/** The effects of returns that are still to be applied. */
export const createReturnEffects = (leads: LeadModel): ReturnEffects => ({
  async withReturnEffects(before, limit) {
    const found = await leads
      .find({ ['return_effects.since' as string]: earlierThan(before) }, RETURNED, upTo(limit))
      .sort({ 'return_effects.since': 1 })
      .lean<Stored<ReturnedLead>[]>();
    return found.map((lead) => toRecord<ReturnedLead>(lead));
  },
  async clearReturnEffects(applied) {
    if (applied.length === 0) return;
    await plain(leads).bulkWrite(
      applied.map(({ id, number, what }) => ({
        updateOne: { filter: { _id: id }, update: { $pull: { return_effects: { number, what } } } },
      })),
      { ordered: false },
    );
  },
});
