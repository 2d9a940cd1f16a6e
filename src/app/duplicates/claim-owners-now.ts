import type { Offer } from '../../core/catalogue/types.js';
import { holdersInScope, isHolderOver, windowStart } from '../../core/duplicates/claim-status.js';
import type { HeldIdentity, Holder } from '../../core/duplicates/claim-owner.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { IdentityKey } from '../../core/search/search-record.js';

/** For whom one looks. */
interface Asked {
  readonly identities: readonly IdentityKey[];
  readonly offers: readonly Pick<Offer, 'id' | 'buyer' | 'duplicates'>[];
  readonly now: Date;
}

/**
 * What is held, for those who only look (a search, a test lead, the pre-check): a holder from before an offer's window
 * whose lead isn't over bears the time `now`, so that no window has passed over it. Nothing is read where there is no
 * such holder in the scope of one of the offers, else their leads in one command.
 */
export async function holdersNow(
  leads: Pick<LeadStore, 'readMany'>,
  held: readonly HeldIdentity[],
  { identities, offers, now }: Asked,
): Promise<readonly HeldIdentity[]> {
  const old = new Set<Holder>();
  for (const { id, buyer, duplicates } of offers) {
    const since = windowStart(duplicates, now);
    for (const holder of holdersInScope(held, identities, duplicates, { offer: id, buyer: buyer.id }))
      if (holder.at <= since) old.add(holder);
  }
  if (old.size === 0) return held;
  const found = await leads.readMany([...new Set([...old].map(({ lead }) => lead))]);
  const byId = new Map(found.map((lead) => [lead.id, lead]));
  const asNow = (holder: Holder): Holder =>
    old.has(holder) && !isHolderOver(holder, byId.get(holder.lead)) ? { ...holder, at: now } : holder;
  return held.map(({ key, holders }) => ({ key, holders: holders.map(asNow) }));
}
