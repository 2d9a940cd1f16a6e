import type { BuyerAt } from './usage-counts.js';

interface Since {
  readonly from: Date;
  readonly buyer: string;
}

/** Whom each offer belonged to, version by version of the catalogue. */
export interface BuyersInTime {
  /** Versions in their order; `at`: when it was applied. */
  add(offers: Iterable<{ readonly id: string; readonly buyer_id: string }>, at: Date): void;
  /** Undefined for an offer that no version had; before the first version that had it, the buyer of that one. */
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
