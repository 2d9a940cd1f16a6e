import type { LeadStore } from '../ports/lead-store.js';
import type { SearchStore, ShownSearch } from '../ports/search-store.js';

export interface ShownPorts {
  readonly searches: Pick<SearchStore, 'readShown'>;
  readonly leads: Pick<LeadStore, 'standings'>;
}

/**
 * The search as the API shows it at `now`: one command. A slot is marked as sold some time after the sale (ADR 1). Until
 * then, a second command reads which leads with a reserved slot are accepted, so that a caller who was told of a sale finds
 * it counted. Throws on an outage.
 */
export async function readShown(
  { searches, leads }: ShownPorts,
  id: string,
  now: Date,
): Promise<ShownSearch | null> {
  const search = await searches.readShown(id, now);
  const reserved = search?.slots.filter(({ state }) => state === 'reserved') ?? [];
  if (!search || reserved.length === 0) return search;
  const holders = await leads.standings(reserved.map(({ lead }) => lead));
  const accepted = new Map(
    holders.flatMap(({ id: lead, submission, state }) =>
      state === 'accepted' ? [[lead, submission] as const] : [],
    ),
  );
  const slots = search.slots.map((slot) =>
    accepted.get(slot.lead) === slot.submission ? { ...slot, state: 'sold' as const } : slot,
  );
  return { ...search, slots };
}
