import type { Connection, mongo } from 'mongoose';
import type { EntryQuery, EntryReader, MonthSums, PartySums } from '../../../app/ports/entry-reader.js';
import type { Entry } from '../../../core/money/entry.js';
import { toRecord, type Stored } from '../stores/documents.js';

type Row = Stored<Entry>;

const BATCH = 1_000;
/** FerretDB reads a sorted result at one moment. */
const IN_ORDER = { day: 1, _id: 1 } as const;

/** Entries in MongoDB, read by their indexes (`buyer_period`, `affiliate_period`, `lead`) where a party or a lead is given. */
export function createEntryReader(connection: Connection): EntryReader {
  const entries = connection.collection<Row>('entries');
  return {
    async *list(query) {
      const found = entries.find(filterOf(query)).sort(IN_ORDER).batchSize(BATCH);
      for await (const row of found) yield toRecord<Entry>(row);
    },
    async sums() {
      const groups = entries.aggregate<Omit<MonthSums, 'period'> & { readonly _id: string }>([
        {
          $group: {
            _id: '$period',
            entries: { $sum: 1 },
            buyer_cents: { $sum: '$buyer_cents' },
            affiliate_cents: { $sum: '$affiliate_cents' },
            buyer_nulls: isNull('$buyer_cents'),
            affiliate_nulls: isNull('$affiliate_cents'),
          },
        },
        { $sort: { _id: 1 } },
      ]);
      return (await groups.toArray()).map(({ _id, ...sums }) => ({ period: _id, ...sums }));
    },
    async partySums(period, kind, ids) {
      const [of, cents] = [`${kind}_id`, `$${kind}_cents`];
      const groups = entries.aggregate<PartySums & { readonly _id: string }>([
        { $match: { [of]: { $in: [...ids] }, period } },
        {
          $group: {
            _id: `$${of}`,
            lines: { $sum: 1 },
            net_cents: { $sum: cents },
            null_amounts: isNull(cents),
          },
        },
      ]);
      return new Map((await groups.toArray()).map(({ _id, ...sums }) => [_id, sums]));
    },
    async byId(ids) {
      const found = await entries.find({ _id: { $in: [...ids] } }).toArray();
      return found.map((row) => toRecord<Entry>(row as Row));
    },
  };
}

const isNull = (path: string) => ({ $sum: { $cond: [{ $eq: [path, null] }, 1, 0] } });

function filterOf({ period, party, lead_id, without_amount }: EntryQuery): mongo.Filter<Row> {
  const side = party && { [party.kind === 'buyer' ? 'buyer_id' : 'affiliate_id']: party.id };
  return {
    ...side,
    ...(period === undefined ? {} : { period }),
    ...(lead_id === undefined ? {} : { lead_id }),
    ...(without_amount === true ? { $or: [{ buyer_cents: null }, { affiliate_cents: null }] } : {}),
  };
}
