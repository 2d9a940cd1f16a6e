import type { Connection } from 'mongoose';
import type { UnknownAtBuyer } from '../../../app/ports/alert-sources.js';

interface Group {
  readonly _id: { readonly offer_id: string; readonly buyer_id: string };
  readonly count: number;
  readonly oldest: Date;
}

/** The buyers of the attempts of this submission that may have arrived. The last of them is that of `reachedAttempt`. */
const MAY_HAVE_IT = {
  $map: {
    input: {
      $filter: {
        input: '$attempts',
        as: 'one',
        cond: {
          $and: [{ $eq: ['$$one.submission', '$submission'] }, { $ne: ['$$one.outcome', 'never_sent'] }],
        },
      },
    },
    as: 'one',
    in: '$$one.sent_to.buyer_id',
  },
};

/**
 * Counts unknown leads that were received by then, by offer and buyer, those with the oldest lead first. Reads the
 * index of unknown leads, and nothing about the people. One group is one row however many leads it has: the leads of
 * one buyer must not hide those of another.
 */
export async function countUnknownLeads(connection: Connection, by: Date): Promise<UnknownAtBuyer[]> {
  const found = await connection
    .collection('leads')
    .aggregate<Group>(
      [
        { $match: { state: 'unknown', received_at: { $gte: new Date(0), $lte: by } } },
        { $project: { offer_id: 1, received_at: 1, buyer_id: { $arrayElemAt: [MAY_HAVE_IT, -1] } } },
        {
          $group: {
            _id: { offer_id: '$offer_id', buyer_id: '$buyer_id' },
            count: { $sum: 1 },
            oldest: { $min: '$received_at' },
          },
        },
        { $sort: { oldest: 1, _id: 1 } },
      ],
      { hint: 'unknown' },
    )
    .toArray();
  return found.map(({ _id, count, oldest }) => ({ ..._id, count, oldest }));
}
