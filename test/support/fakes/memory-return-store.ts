import {
  returnUnitName,
  returnUnitNumber,
  returnUnitPrefix,
  type ReturnShare,
} from '../../../src/core/money/return-share.js';
import type { Booked } from '../../../src/core/money/entry.js';
import type { MemoryBookStore } from './memory-book-store.js';
import type { ReturnOf, ReturnStore } from '../../../src/app/ports/return-store.js';

interface Place extends ReturnOf {
  readonly pending_since: Date | undefined;
}

/** A booked sale, and what it was sold of. */
export interface MemorySale extends Booked {
  readonly lead_id: string;
  readonly offer_id: string;
  readonly month: string;
}

/** The sales that are in the books. */
export const salesIn = ({ entries }: MemoryBookStore): MemorySale[] =>
  [...entries.values()].filter(({ kind }) => kind === 'sale') as unknown as MemorySale[];

export type MemoryReturnStore = ReturnType<typeof memoryReturnStore>;

/** What returns need of the books, in memory: the same contract is run against the real store. */
export function memoryReturnStore(booked: () => readonly MemorySale[] = () => []) {
  const units = new Map<string, Place>();
  const numbers = (share: ReturnShare): number[] =>
    [...units.keys()].filter((name) => name.startsWith(returnUnitPrefix(share))).map(returnUnitNumber);
  const nameOf = ({ lead, number }: ReturnOf): string | undefined =>
    [...units].find(([, unit]) => unit.lead === lead && unit.number === number)?.[0];
  const store: ReturnStore = {
    sold: ({ owner, id, month }) =>
      Promise.resolve(booked().filter((sale) => sale.month === month && sale[`${owner}_id`] === id).length),
    room: (share, limit) => Promise.resolve(Math.max(0, limit - numbers(share).length)),
    take({ share, lead, number: nth, at, limit }) {
      const mine = nameOf({ lead, number: nth });
      if (mine?.startsWith(returnUnitPrefix(share))) {
        const fits = limit === null || returnUnitNumber(mine) <= limit;
        if (fits && units.get(mine)?.pending_since) units.set(mine, { lead, number: nth, pending_since: at });
        return Promise.resolve(fits);
      }
      if (mine !== undefined && !units.get(mine)?.pending_since) return Promise.resolve(true);
      if (mine !== undefined) units.delete(mine);
      const taken = numbers(share);
      let number = Math.max(0, ...taken) + 1;
      if (limit !== null && number > limit) {
        if (taken.length >= limit) return Promise.resolve(false);
        number = 1;
      }
      while (taken.includes(number)) number += 1;
      if (limit !== null && number > limit) return Promise.resolve(false);
      units.set(returnUnitName(share, number), { lead, number: nth, pending_since: at });
      return Promise.resolve(true);
    },
    keep(returns) {
      for (const { lead, number } of returns) {
        const name = nameOf({ lead, number });
        if (name !== undefined) units.set(name, { lead, number, pending_since: undefined });
      }
      return Promise.resolve();
    },
    free(returns, takenBefore) {
      for (const one of returns) {
        const name = nameOf(one) ?? '';
        const since = units.get(name)?.pending_since;
        if (!takenBefore || (since && since < takenBefore)) units.delete(name);
      }
      return Promise.resolve();
    },
    unkept: (before, limit) =>
      Promise.resolve(
        [...units.values()]
          .filter(({ pending_since }) => pending_since && pending_since < before)
          .sort((a, b) => Number(a.pending_since) - Number(b.pending_since))
          .slice(0, limit)
          .map(({ lead, number }) => ({ lead, number })),
      ),
  };
  return { ...store, units };
}
