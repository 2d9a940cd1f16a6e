import type { Connection } from 'mongoose';
import type { NewsStore } from '../../../app/ports/news-store.js';
import { TRACKING_IDS, type LeadNews, type NewsLead } from '../../../core/news/lead-news.js';
import { dataKeysOf } from '../sealing/data-keys-of.js';
import { openPerson, type SealedMembers } from '../sealing/person.js';
import type { DataKeys } from '../../secrets/data-keys.js';
import { toDocument, toRecord, type Stored } from '../stores/documents.js';
import { allDuplicates } from '../stores/duplicate-key.js';

/** What news needs of its lead. Nothing of it names a person. */
const TOLD = {
  ...{ affiliate_id: 1, campaign_id: 1, offer_id: 1, is_test: 1, form: 1, state: 1, decision: 1 },
  ...{
    returns: 1,
    external_id: 1,
    round: 1,
    tried: 1,
    next_try: 1,
    'fallbacks.offer_id': 1,
    revision: 1,
    news: 1,
  },
  ...Object.fromEntries(TRACKING_IDS.map((name) => [`tracking.${name}`, 1])),
  sealed: 1,
};

/** The news of leads: owed in `leads`, published in `lead_news`. */
export function createNewsStore(connection: Connection): NewsStore {
  const leads = connection.collection<Stored<NewsLead> & SealedMembers>('leads');
  const keys = dataKeysOf(connection);
  const published = connection.collection<Stored<LeadNews>>('lead_news');
  return {
    async owing(limit) {
      const found = await leads
        // A range with a lower bound, because FerretDB uses a partial index only for such ranges.
        .find({ ['news.at' as string]: { $gte: new Date(0) } }, { projection: TOLD, limit })
        .sort({ 'news.at': 1 })
        .toArray();
      return found.flatMap((lead) => withTracking(keys, lead) ?? []);
    },
    async publish(news) {
      if (news.length === 0) return;
      try {
        // The feed gives it a position, and then takes the mark away.
        const unordered = new Date();
        await published.insertMany(
          news.map((one) => ({ ...toDocument(one), unordered })),
          { ordered: false },
        );
      } catch (error) {
        if (!allDuplicates(error)) throw error;
      }
    },
    async clear(all) {
      const steps = all.flatMap(({ id, news }) =>
        news.map(({ kind, round, at }) => ({
          updateOne: { filter: { _id: id }, update: { $pull: { news: { kind, round, at } } } },
        })),
      );
      if (steps.length > 0) await leads.bulkWrite(steps, { ordered: false });
    },
    async forget(before) {
      await published.deleteMany({ at: { $gte: new Date(0), $lt: before } });
    },
  };
}

/** Undefined: no key opens its click ids, so its news waits for the key. */
function withTracking(
  keys: DataKeys | undefined,
  found: Stored<NewsLead> & SealedMembers,
): NewsLead | undefined {
  const { sealed, ...rest } = found;
  const lead = toRecord<NewsLead>(rest);
  if (sealed === undefined) return lead;
  const person = openPerson(keys, sealed);
  return person && { ...lead, tracking: (person['tracking'] ?? {}) as NonNullable<NewsLead['tracking']> };
}
