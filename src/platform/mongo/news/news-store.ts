import type { Connection } from 'mongoose';
import type { NewsStore, LeadWithPendingNews } from '../../../app/ports/news-store.js';
import { TRACKING_IDS, type LeadNews } from '../../../core/news/lead-news.js';
import type { PendingNews } from '../../../core/lead/lead-record.js';
import { dataKeysOf } from '../sealing/data-keys-of.js';
import { openClickIds, toStoredClicks } from '../sealing/click-ids.js';
import { openPerson, type SealedMembers } from '../sealing/seal-person.js';
import { toDocument, toRecord, type Stored } from '../stores/documents.js';
import { insertNew } from '../stores/duplicate-key.js';
import { owing } from '../stores/pending-effects.js';

type InPart = 'tracking' | 'fallbacks' | 'terms' | 'attempts';
/** News is told without the offer, so by when an undecided lead is decided is not in it. */
type Unneeded = 'due_at' | 'first_due_at' | 'pending_since';

/** What news, the evidence of a consent, entries and pending effects need of a lead. */
const WHOLE: Readonly<Record<Exclude<keyof LeadWithPendingNews, 'id' | InPart | Unneeded>, 1>> = {
  ...{ affiliate_id: 1, campaign_id: 1, offer_id: 1, is_test: 1, form: 1, state: 1, decision: 1 },
  ...{ returns: 1, external_id: 1, submission: 1, earlier_leads: 1, next_fallback: 1, revision: 1 },
  ...{ program_id: 1, search_id: 1, search_run: 1, result_run: 1, received_at: 1, lead: 1, consent: 1 },
  ...{ identities: 1, reference: 1, pending_effects: 1, forget: 1 },
};
const TOLD = {
  ...WHOLE,
  ...Object.fromEntries(TRACKING_IDS.map((name) => [`tracking.${name}`, 1])),
  ...{
    'fallbacks.offer_id': 1,
    'terms.tcpa_text': 1,
    'attempts.submission': 1,
    'attempts.at': 1,
    'attempts.outcome': 1,
    'attempts.sent_to': 1,
  },
  ...{ sealed: 1, sealed_by: 1 },
};

/** The news of leads: owed in `leads`, published in `lead_news`. */
export function createNewsStore(connection: Connection): NewsStore {
  const leads = connection.collection<Stored<LeadWithPendingNews> & SealedMembers>('leads');
  const published = connection.collection<Stored<LeadNews>>('lead_news');
  return {
    async pending(limit, { before } = {}, onUnreadable) {
      const owed: object = before ? owing('news', before) : { 'pending_effects.kind': 'news' };
      const lacking = new Set<string>();
      const unreadable = new Set<string>();
      for (;;) {
        const others = {
          ...(lacking.size > 0 && { sealed_by: { $nin: [...lacking] } }),
          ...(unreadable.size > 0 && { _id: { $nin: [...unreadable] } }),
        };
        const found = await leads
          .find({ ...owed, ...others }, { projection: TOLD, limit })
          .sort({ 'pending_effects.since': 1 })
          .toArray();
        const known = lacking.size + unreadable.size;
        const readable = found.flatMap((lead) => {
          try {
            const one = opened(connection, lead);
            if (one) return [one];
            lacking.add(lead.sealed_by ?? '');
          } catch (error) {
            if (!onUnreadable) throw error;
            onUnreadable(lead._id, error);
            unreadable.add(lead._id);
          }
          return [];
        });
        // Those that no key opens wait for it, and are in nobody's way.
        if (found.length < limit || lacking.size + unreadable.size === known) return readable;
      }
    },
    async publish(news) {
      // The feed gives it a position, and then takes the mark away.
      const unordered = new Date();
      await insertNew(
        published,
        news.map((one) => ({ ...toStoredClicks(connection, 'lead_news', toDocument(one)), unordered })),
      );
    },
    async forget(before) {
      await published.deleteMany({ at: { $gte: new Date(0), $lt: before } });
    },
  };
}

/** Undefined: no key opens its person, so its news waits for the key. */
function opened(
  connection: Connection,
  found: Stored<LeadWithPendingNews> & SealedMembers,
): LeadWithPendingNews | undefined {
  const { sealed, sealed_by: _, ...rest } = found;
  const pending_effects = rest.pending_effects.map((effect) =>
    effect.kind === 'news' ? withEarlierClicks(connection, effect) : effect,
  );
  const lead = { ...toRecord<LeadWithPendingNews>(rest), pending_effects };
  if (sealed === undefined) return lead;
  const person = openPerson(dataKeysOf(connection), sealed) as
    Pick<LeadWithPendingNews, 'lead' | 'consent' | 'tracking'> | undefined;
  return person && { ...lead, lead: person.lead, consent: person.consent, tracking: person.tracking ?? {} };
}

/**
 * With the click ids of the submission before. They were sealed with the lead, seconds ago, and `reseal` leaves them alone:
 * if their key is gone, the news is told without them.
 */
function withEarlierClicks(connection: Connection, { earlier, ...news }: PendingNews): PendingNews {
  if (!earlier) return news;
  const { lacks_key: _, ...opened } = openClickIds(connection, 'lead_news', earlier, 'shown');
  return { ...news, earlier: opened };
}
