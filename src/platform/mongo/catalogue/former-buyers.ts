import { createBuyersInTime } from '../../../core/caps/buyers-in-time.js';
import type { BuyerAt } from '../../../core/caps/usage-counts.js';
import type { CatalogueStore } from '../../../app/ports/catalogue-store.js';

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
