import type { Connection } from 'mongoose';
import type { MoneyOfDays, MoneySums } from '../../../app/ports/money-of-days.js';

export function createMoneyOfDays(connection: Connection): MoneyOfDays {
  return {
    async ofDay(day, until) {
      const [sums] = await connection
        .collection('entries')
        .aggregate<MoneySums>([
          { $match: { day, at: { $lt: until } } },
          {
            $group: {
              _id: null,
              buyer_cents: { $sum: '$buyer_cents' },
              affiliate_cents: { $sum: '$affiliate_cents' },
            },
          },
        ])
        .toArray();
      return { buyer_cents: sums?.buyer_cents ?? 0, affiliate_cents: sums?.affiliate_cents ?? 0 };
    },
  };
}
