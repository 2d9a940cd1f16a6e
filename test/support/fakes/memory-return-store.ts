import { shareName } from '../../../src/core/money/return-share.js';
import type { Booked } from '../../../src/core/money/entry.js';
import type { MemoryBookStore } from './memory-book-store.js';
import type { ReturnStore } from '../../../src/app/ports/return-store.js';

/** A booked sale, and what it was sold of. */
export interface MemorySale extends Booked {
  readonly lead_id: string;
  readonly offer_id: string;
  readonly month: string;
}

/** The sales that are in the books. */
export const salesIn = ({ entries }: MemoryBookStore): MemorySale[] =>
  [...entries.values()].filter(({ kind }) => kind === 'sale') as unknown as MemorySale[];

/** What returns need of the books, in memory: the same contract is run against the real store. */
export function memoryReturnStore(
  booked: () => readonly MemorySale[] = () => [],
): ReturnStore & { readonly shares: ReadonlyMap<string, number> } {
  const shares = new Map<string, number>();
  return {
    shares,
    sold: ({ owner, id, month }) =>
      Promise.resolve(booked().filter((sale) => sale.month === month && sale[`${owner}_id`] === id).length),
    room: (share, limit) => Promise.resolve(Math.max(0, limit - (shares.get(shareName(share)) ?? 0))),
    take(share, limit) {
      const taken = shares.get(shareName(share)) ?? 0;
      if (limit !== null && taken >= limit) return Promise.resolve(false);
      shares.set(shareName(share), taken + 1);
      return Promise.resolve(true);
    },
    giveBack(name) {
      shares.set(name, Math.max(0, (shares.get(name) ?? 0) - 1));
      return Promise.resolve();
    },
  };
}
