import type { BuyerHistory } from '../../../app/ports/buyer-history.js';
import type { CatalogueStore } from '../../../app/ports/catalogue-store.js';
import { createBuyersInTime } from '../../../core/caps/buyers-in-time.js';
import type { BuyerAt } from '../../../core/caps/usage-counts.js';

/** A process may use a version for up to a minute after the next one was applied, by its own clock. */
const IN_USE_MS = 60_000;

type Versions = Pick<CatalogueStore, 'between' | 'read'>;

/**
 * Finds an offer's buyers in the versions that may have been in use at a moment. A version never changes, so each is
 * read once.
 */
export function createBuyerHistory(store: Versions): BuyerHistory {
  const known = new Map<number, Promise<ReadonlyMap<string, string>>>();
  const buyersIn = (version: number): Promise<ReadonlyMap<string, string>> => {
    const reading =
      known.get(version) ??
      store
        .read(version)
        .then((read) => new Map(read?.document.offers.map(({ id, buyer_id }) => [id, buyer_id] as const)));
    known.set(version, reading);
    // Forget a failed read, so that the next call reads the version again.
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

/**
 * Finds the buyer of sales that were stored without one, from all versions of the catalogue. Versions never change,
 * so each is read once: the first call reads them all, a later call reads only new ones. Throws on an outage.
 */
export function createFormerBuyers(
  versions: Pick<CatalogueStore, 'currentVersion' | 'read'>,
): () => Promise<BuyerAt> {
  const buyers = createBuyersInTime();
  let read = 0;
  const catchUp = async (): Promise<void> => {
    const newest = await versions.currentVersion();
    while (read < newest) {
      const version = await versions.read(read + 1);
      if (version) buyers.add(version.document.offers, version.at);
      read += 1;
    }
  };
  let reading = Promise.resolve();
  return async () => {
    // One call at a time, so that versions are added in order.
    reading = reading.catch(() => undefined).then(catchUp);
    await reading;
    return buyers.buyerAt;
  };
}
