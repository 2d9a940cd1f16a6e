import type { BuyerAt } from './usage-counts.js';

interface Since {
  readonly from: Date;
  readonly buyer: string;
}

/** The buyer of each offer over time, built from the versions of the catalogue. */
export interface BuyersInTime {
  /** Call this for each version in order. `at` is when the version was applied. */
  add(offers: Iterable<{ readonly id: string; readonly buyer_id: string }>, at: Date): void;
  /**
   * The buyer at a moment. Before the first version that has the offer, the buyer in that first version. Undefined if
   * no version has the offer.
   */
  readonly buyerAt: BuyerAt;
}

export function createBuyersInTime(): BuyersInTime {
  const known = new Map<string, Since[]>();
  return {
    add(offers, from) {
      for (const { id, buyer_id: buyer } of offers) {
        const all = known.get(id) ?? [];
        if (all.at(-1)?.buyer !== buyer) all.push({ from, buyer });
        known.set(id, all);
      }
    },
    buyerAt(offerId, at) {
      const all = known.get(offerId);
      return (all?.findLast(({ from }) => from <= at) ?? all?.[0])?.buyer;
    },
  };
}
