import type { BuyerHistory } from '../../../app/ports/buyer-history.js';
import type { CatalogueStore } from '../../../app/ports/catalogue-store.js';

/** A process goes by a version for up to a minute after the next one was applied, by a clock of its own. */
const IN_USE_MS = 60_000;

type Versions = Pick<CatalogueStore, 'between' | 'read'>;

/** What the versions that may have been in use at a moment say. A version never changes, so each is read once. */
export function createBuyerHistory(store: Versions): BuyerHistory {
  const known = new Map<number, Promise<ReadonlyMap<string, string>>>();
  const buyersIn = (version: number): Promise<ReadonlyMap<string, string>> => {
    const reading =
      known.get(version) ??
      store
        .read(version)
        .then((read) => new Map(read?.document.offers.map(({ id, buyer_id }) => [id, buyer_id] as const)));
    known.set(version, reading);
    // What could not be read is asked for again.
    reading.catch(() => known.delete(version));
    return reading;
  };
  return {
    async buyersAt(offerId, at) {
      const versions = await store.between(
        new Date(at.getTime() - IN_USE_MS),
        new Date(at.getTime() + IN_USE_MS),
      );
      const buyers = await Promise.all(versions.map(buyersIn));
      return [...new Set(buyers.flatMap((of) => of.get(offerId) ?? []))];
    },
  };
}
