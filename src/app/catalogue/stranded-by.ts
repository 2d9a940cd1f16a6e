import type { BeforeAndAfter } from './change-catalogue.js';
import { rememberBuyers } from '../submit/remember-buyers.js';
import type { BuyerHistory } from '../ports/buyer-history.js';
import type { LeadOverview } from '../ports/lead-overview.js';
import { compileCatalogue } from '../../core/catalogue/compile-catalogue.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { whyStranded } from '../../core/delivery/buyer-moved.js';
import { sentTo } from '../../core/delivery/sent-to.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';

interface Stores {
  readonly buyerHistory: BuyerHistory;
  readonly overview: Pick<LeadOverview, 'atBuyers'>;
}

/** A lead as stored, and the same lead with the buyers of its attempts filled in. */
interface Stranded {
  readonly lead: LeadRecord;
  readonly remembered: LeadRecord;
}

/** The leads that only an operator could decide under this catalogue. `offerIds` limits them to these offers. */
export async function* strandedLeads(
  { buyerHistory, overview }: Stores,
  { offers }: Catalogue,
  offerIds?: readonly string[],
): AsyncGenerator<Stranded> {
  for await (const lead of overview.atBuyers(offerIds)) {
    const offer = offers.get(lead.offer_id);
    const remembered = await rememberBuyers(lead, buyerHistory);
    if (offer && whyStranded(remembered, offer)) yield { lead, remembered };
  }
}

/** Warns of leads that a change strands: if an offer gets a new buyer or address, open leads stay with the old one. */
export async function strandedBy(database: Stores, { before, after }: BeforeAndAfter): Promise<string[]> {
  const was = compileCatalogue(before, 0);
  const will = compileCatalogue(after, 0);
  const moved = [...will.offers.values()].filter((offer) => {
    const former = was.offers.get(offer.id);
    return former && JSON.stringify(sentTo(former)) !== JSON.stringify(sentTo(offer));
  });
  if (moved.length === 0) return [];
  const counts = new Map<string, number>();
  const ids = moved.map(({ id }) => id);
  for await (const { remembered } of strandedLeads(database, will, ids)) {
    const former = was.offers.get(remembered.offer_id);
    if (former && !whyStranded(remembered, former))
      counts.set(remembered.offer_id, (counts.get(remembered.offer_id) ?? 0) + 1);
  }
  return moved.flatMap(({ id, handle }) => warning(handle, counts.get(id) ?? 0));
}

const warning = (handle: string, count: number): string[] =>
  count === 0
    ? []
    : [
        `${count === 1 ? '1 lead stays' : `${count} leads stay`} with the former buyer or address of offer ${handle}. Leadkeep would no longer retry, ask or accept callbacks there, ` +
          'so you would have to settle them yourself (leadkeep lead list --stranded)',
      ];
