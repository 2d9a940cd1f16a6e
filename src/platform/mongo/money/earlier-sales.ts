import type { Connection } from 'mongoose';
import type { EarlierSale, EarlierSales } from '../../../app/ports/earlier-sales.js';
import type { Sale } from '../../../core/money/entry.js';
import { toRecord, type Stored } from '../stores/documents.js';

type Row = Stored<EarlierSale>;

const BATCH = 500;
/** Nothing of it names a person. */
const SOLD = {
  ...{ affiliate_id: 1, buyer_id: 1, campaign_id: 1, offer_id: 1, program_id: 1, round: 1, state: 1 },
  ...{ is_test: 1, intent: 1, attempts: 1, decision: 1, 'terms.bid_cents': 1 },
};

/** Sales from before the books, read by the index of accepted leads. */
export function createEarlierSales(connection: Connection): EarlierSales {
  const leads = connection.collection<Row>('leads');
  return {
    async *unbooked(before) {
      const found = leads
        .find(
          {
            state: 'accepted',
            is_test: false,
            'decision.at': { $gte: new Date(0), $lt: before },
            'decision.sale': { $exists: false },
          },
          { projection: SOLD },
        )
        .sort({ 'decision.at': 1 })
        .batchSize(BATCH);
      for await (const row of found) yield toRecord<EarlierSale>(row);
    },
    async byId(ids) {
      const found = await leads.find({ _id: { $in: [...ids] } }, { projection: SOLD }).toArray();
      return found.map((row) => toRecord<EarlierSale>(row as Row));
    },
    async owe(sales) {
      if (sales.length === 0) return;
      await leads.bulkWrite(
        sales.map(({ lead_id, sale, owed }) => ({
          updateOne: {
            filter: { _id: lead_id, state: 'accepted', is_test: false, 'decision.sale': { $exists: false } },
            update: { ...booked(sale), $push: { unbooked: owed } },
          },
        })),
        { ordered: false },
      );
    },
  };
}

/** Who reviewed the sale may have corrected its payout. The affiliate's answers and lists show that of the decision. */
const booked = (sale: Sale) =>
  sale.affiliate_cents === null
    ? { $set: { 'decision.sale': sale }, $unset: { 'decision.payout_cents': true as const } }
    : { $set: { 'decision.sale': sale, 'decision.payout_cents': sale.affiliate_cents } };
