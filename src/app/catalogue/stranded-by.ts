import type { BeforeAndAfter } from './change-catalogue.js';
import type { LeadOverview } from '../ports/lead-overview.js';
import { compileCatalogue } from '../../core/catalogue/compile-catalogue.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { whyStranded, sentTo } from '../../core/delivery/attempt.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';

interface Stores {
  readonly overview: Pick<LeadOverview, 'atBuyers'>;
}

/** The leads that only an operator could decide under this catalogue. `offerIds` limits them to these offers. */
export async function* strandedLeads(
  { overview }: Stores,
  { offers }: Catalogue,
  offerIds?: readonly string[],
): AsyncGenerator<LeadRecord> {
  for await (const lead of overview.atBuyers(offerIds)) {
    const offer = offers.get(lead.offer_id);
    if (offer && whyStranded(lead, offer)) yield lead;
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
  for await (const lead of strandedLeads(database, will, ids)) {
    const former = was.offers.get(lead.offer_id);
    if (former && !whyStranded(lead, former)) counts.set(lead.offer_id, (counts.get(lead.offer_id) ?? 0) + 1);
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
