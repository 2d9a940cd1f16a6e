import type { CatalogueDocument } from '../../core/catalogue/document.js';
import type { SwitchKind } from '../../core/catalogue/switch-entry.js';
import type { LeadOverview, SoldThrough } from '../ports/lead-overview.js';

/** How many leads wait for an entry of the catalogue. Paused, it rejects each of them when it is due. */
export async function countWaiting(
  { overview }: { readonly overview: Pick<LeadOverview, 'countWaiting'> },
  document: CatalogueDocument,
  kind: SwitchKind,
  handle: string,
): Promise<number> {
  const through = soldThrough(document, kind, handle);
  return through ? overview.countWaiting(through) : 0;
}

function soldThrough(
  { offers, buyers, campaigns }: CatalogueDocument,
  kind: SwitchKind,
  handle: string,
): SoldThrough | undefined {
  const { id } = { offer: offers, buyer: buyers, campaign: campaigns }[kind].find(
    (each) => each.handle === handle,
  ) ?? { id: undefined };
  if (id === undefined) return undefined;
  if (kind === 'campaign') return { campaign_id: id };
  return {
    offer_ids: kind === 'offer' ? [id] : offers.flatMap((each) => (each.buyer_id === id ? each.id : [])),
  };
}
