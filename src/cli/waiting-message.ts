import type { CatalogueDocument } from '../core/catalogue/document.js';
import type { SwitchKind } from '../core/catalogue/switch-entry.js';
import type { SoldThrough } from '../app/ports/lead-overview.js';
import type { Database } from './wiring/with-database.js';

/**
 * How many leads wait for what was paused, and what becomes of them: who pauses for an hour may not know that what
 * falls due by then is refused for good. Absent: none waits.
 */
export async function waitingMessage(
  { catalogue, overview }: Pick<Database, 'catalogue' | 'overview'>,
  kind: SwitchKind,
  handle: string,
): Promise<string | undefined> {
  const document = (await catalogue.current())?.document;
  const through = document && soldThrough(document, kind, handle);
  const count = through ? await overview.countWaiting(through) : 0;
  if (count === 0) return undefined;
  return count === 1
    ? `1 lead waits for it and is rejected (OFFER_UNAVAILABLE) when it is looked at next, unless the ${kind} is resumed before.`
    : `${count} leads wait for it; they are rejected (OFFER_UNAVAILABLE) when they are looked at next, unless it is resumed before.`;
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
