import type { Connection, mongo } from 'mongoose';
import type {
  RefusedCall,
  RefusedCallReader,
  RefusedCallStore,
  RefusedCount,
} from '../../../app/ports/refused-calls.js';
import { compact } from '../../../core/catalogue/compact.js';
import { fairShare } from '../../../core/refused-calls/fair-share.js';

/** Names that callers made up, as long as a body, which an older release kept. No field of the API is so long. */
const TOO_LONG = /^.{101}/s;

const REMOVED_AT_ONCE = 1_000;

/** Refused calls in MongoDB, by indexes on their time, their affiliate and their request's id. */
export function createRefusedCallStore(connection: Connection): RefusedCallStore & RefusedCallReader {
  const calls = connection.collection<RefusedCall>('refused_calls');
  const newest = async (filter: object, limit: number): Promise<RefusedCall[]> =>
    calls
      .find(filter, { projection: { _id: 0 } })
      .sort({ at: -1 })
      .limit(limit)
      .toArray();
  async function removeOldest(excess: Map<string, number>): Promise<void> {
    let left = [...excess.values()].reduce((sum, count) => sum + count, 0);
    let ids: mongo.ObjectId[] = [];
    const remove = () => calls.deleteMany({ _id: { $in: ids } });
    const oldestFirst = calls.find({}, { projection: { key_prefix: 1 } }).sort({ at: 1 });
    for await (const { _id, key_prefix = '' } of oldestFirst) {
      const tooMany = excess.get(key_prefix) ?? 0;
      if (tooMany === 0) continue;
      excess.set(key_prefix, tooMany - 1);
      ids.push(_id);
      left -= 1;
      if (left > 0 && ids.length < REMOVED_AT_ONCE) continue;
      await remove();
      ids = [];
      if (left === 0) return;
    }
    // Somebody else removed some meanwhile.
    if (ids.length > 0) await remove();
  }
  return {
    async add(some) {
      await calls.insertMany(
        some.map((call) => ({ ...call })),
        { ordered: false },
      );
    },
    async expire(before, most) {
      await calls.deleteMany({ at: { $gte: new Date(0), $lt: before } });
      if ((await calls.countDocuments({})) <= most) return;
      const groups = await calls
        .aggregate<{ _id: string | null; count: number }>([
          { $group: { _id: '$key_prefix', count: { $sum: 1 } } },
        ])
        .toArray();
      const share = fairShare(
        groups.map(({ count }) => count),
        most,
      );
      // How many of each caller are to be removed. Those without a key are one.
      const excess = new Map(groups.map(({ _id, count }) => [_id ?? '', Math.max(0, count - share)]));
      await removeOldest(excess);
    },
    list: ({ from = new Date(0), to, ...members }, limit) =>
      newest({ ...compact(members), at: { $gte: from, $lt: to } }, limit),
    byRequest: (request_id, limit) => newest({ request_id }, limit),
    async countSince(from, limit) {
      const groups = calls.aggregate<{ _id: object; count: number; last_at: Date }>([
        { $match: { at: { $gte: from }, affiliate_id: { $exists: true }, field: { $not: TOO_LONG } } },
        {
          $group: {
            _id: {
              affiliate_id: '$affiliate_id',
              campaign_id: '$campaign_id',
              code: '$code',
              field: '$field',
            },
            count: { $sum: 1 },
            last_at: { $max: '$at' },
          },
        },
        { $sort: { count: -1, last_at: -1 } },
        { $limit: limit },
      ]);
      return (await groups.toArray()).map(
        ({ _id, ...counted }) => ({ ...compact(_id), ...counted }) as RefusedCount,
      );
    },
  };
}
