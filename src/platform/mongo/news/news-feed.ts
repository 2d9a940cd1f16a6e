import type { Connection } from 'mongoose';
import type { FeedHead, NewsFeed, OrderedNews } from '../../../app/ports/news-feed.js';
import { openClickIds, toStoredClicks } from '../sealing/click-ids.js';
import { ANY_DATE, toDocument, toRecord, upTo, type Stored } from '../stores/documents.js';
import { unlessTaken } from '../stores/duplicate-key.js';

/** Published news as stored. `unordered`: it has no position yet, and when it was published. */
type Row = Stored<OrderedNews> & { readonly unordered?: Date };
type StoredHead = FeedHead & { readonly _id: string };

const HEAD = { _id: 'lead_feed' };

/**
 * A page reads so many positions, then more. FerretDB sorts all that it finds in a range, so without this a page cost more
 * the more news followed it.
 */
const FIRST_POSITIONS = 1_000;
const WIDER = 4;
/** So many rows are held at once. One may have 120 KB. */
const BATCH = 50;

/** The feed of news in MongoDB. A unique index on the positions makes two orderers at once harmless. */
export function createNewsFeed(connection: Connection): NewsFeed {
  const news = connection.collection<Row>('lead_news');
  const meta = connection.collection<StoredHead>('meta');
  return {
    async last() {
      const { last = 0 } = (await meta.findOne(HEAD)) ?? {};
      // What an orderer that stopped has ordered and did not note. FerretDB sorts all that it finds, so ask for no more.
      const [newest] = await news
        .find({ position: { $gt: last } }, { projection: { position: 1 } })
        .sort({ position: -1 })
        .limit(1)
        .toArray();
      return newest?.position ?? last;
    },
    async unordered(limit) {
      const found = await news
        .find({ unordered: ANY_DATE }, { projection: { lead_id: 1, revision: 1 }, ...upTo(limit) })
        .sort({ unordered: 1, _id: 1 })
        .toArray();
      return found.map(({ _id, lead_id, revision }) => ({ id: _id, lead_id, revision }));
    },
    place(some, last, at) {
      const rows = some.map((one, index) => ({
        ...toStoredClicks(connection, 'lead_news', toDocument(one)),
        ...{ position: last + 1 + index, ordered_at: at },
      }));
      return unlessTaken(news.insertMany(rows, { ordered: true }));
    },
    async order(ids, last, at) {
      const steps = ids.map((_id, index) => ({
        updateOne: {
          filter: { _id, unordered: { $exists: true } },
          update: {
            $set: { position: last + 1 + index, ordered_at: at },
            $unset: { unordered: 1 as const },
          },
        },
      }));
      return unlessTaken(news.bulkWrite(steps, { ordered: true }));
    },
    async advance({ last, complete_until }) {
      await meta.updateOne(
        HEAD,
        { $max: { last, ...(complete_until && { complete_until }) } },
        { upsert: true },
      );
    },
    async head() {
      const { last = 0, complete_until } = (await meta.findOne(HEAD)) ?? {};
      return { last, ...(complete_until && { complete_until }) };
    },
    at: async (position) => {
      const found = await news.findOne({ position }, { projection: { ordered_at: 1 } });
      return found && { id: found._id, ordered_at: found.ordered_at };
    },
    async *read({ affiliate_id, environment, after, up_to }, limit) {
      let from = after;
      let left = limit;
      for (let width = FIRST_POSITIONS; from < up_to && left > 0; width *= WIDER) {
        const position = { $gt: from, $lte: Math.min(from + width, up_to) };
        const some = news.find({ affiliate_id, environment, position }, { limit: left, batchSize: BATCH });
        for await (const row of some.sort({ position: 1 })) {
          left -= 1;
          yield toRecord<OrderedNews>(openClickIds(connection, 'lead_news', row, 'strict'));
        }
        from = position.$lte;
      }
    },
  };
}
