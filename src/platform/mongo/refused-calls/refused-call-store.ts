import type { Connection } from 'mongoose';
import type {
  RefusedCall,
  RefusedCallReader,
  RefusedCallStore,
  RefusedCount,
} from '../../../app/ports/refused-calls.js';
import { compact } from '../../../core/catalogue/compact.js';

/** Names that callers made up, as long as a body, which an older release kept. No field of the API is so long. */
const TOO_LONG = /^.{101}/s;

/** Refused calls in MongoDB, by indexes on their time, their affiliate and their request's id. */
export function createRefusedCallStore(connection: Connection): RefusedCallStore & RefusedCallReader {
  const calls = connection.collection<RefusedCall>('refused_calls');
  const newest = async (filter: object, limit: number): Promise<RefusedCall[]> =>
    calls
      .find(filter, { projection: { _id: 0 } })
      .sort({ at: -1 })
      .limit(limit)
      .toArray();
  return {
    async add(some) {
      await calls.insertMany(
        some.map((call) => ({ ...call })),
        { ordered: false },
      );
    },
    async expire(before, most) {
      await calls.deleteMany({ at: { $gte: new Date(0), $lt: before } });
      const count = await calls.countDocuments({});
      if (count <= most) return;
      const [last] = await calls
        .find({}, { projection: { at: 1 } })
        .sort({ at: 1 })
        .skip(count - most - 1)
        .limit(1)
        .toArray();
      if (last) await calls.deleteMany({ at: { $gte: new Date(0), $lte: last.at } });
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
