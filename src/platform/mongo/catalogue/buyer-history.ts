import type { BuyerHistory } from '../../../app/ports/buyer-history.js';
import type { CatalogueStore } from '../../../app/ports/catalogue-store.js';
import { createBuyersInTime } from '../../../core/caps/buyers-in-time.js';
import type { BuyerAt } from '../../../core/caps/usage-counts.js';

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

/**
 * Who bought what was stored without a buyer, from all versions of the catalogue. They never change, so each is read
 * once: the first call reads them all, a later one what came since. Throws on an outage.
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
    // One at a time, so that versions are added in their order.
    reading = reading.catch(() => undefined).then(catchUp);
    await reading;
    return buyers.buyerAt;
  };
}
