import { saidOfLead, saidOfSearch } from '../../core/exchanges/about.js';
import { isSearchOfSomebodyElse, isSomebodyElses, type Erasure } from '../../core/person/erasure.js';
import type { ErasureStore } from '../ports/erasure-store.js';
import type { ExchangeStore } from '../ports/exchange-store.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { SearchStore } from '../ports/search-store.js';
import { runsOfLeads } from './runs-of-leads.js';

/** What it takes to remove what was said and told. */
export interface RemoveSaidPorts {
  readonly leads: Pick<LeadStore, 'readMany'>;
  readonly searches: Pick<SearchStore, 'read'>;
  readonly exchanges: Pick<ExchangeStore, 'removeOf'>;
  readonly erasures: Pick<ErasureStore, 'scrub'>;
}

/** Records by id. `own`: the person had them when their turn came. `others`: somebody else had them by then. */
interface ErasedRecords {
  readonly own: readonly string[];
  readonly others: readonly string[];
}

interface Said {
  readonly leads: ErasedRecords;
  /** Leads that have the person still, and so their requests. */
  readonly kept: ReadonlySet<string>;
  readonly searches: ErasedRecords;
}

const BATCH = 100;

/**
 * Removes what was said and told of an erasure's records: all of its own, also in the run of a search that a lead was
 * submitted from, and of those that somebody else has, what there was when the person was looked for. It looks again
 * right before, because an own record may have been sent again since its turn. Returns the own leads that somebody else has by now.
 */
export async function removeSaid(
  ports: RemoveSaidPorts,
  erasure: Erasure,
  { leads, kept, searches }: Said,
): Promise<ReadonlySet<string>> {
  const { erasures, exchanges } = ports;
  const [lost, lostSearches] = [new Set<string>(), new Set<string>()];
  for (const batch of batchesOf(leads.own)) {
    const stored = await ports.leads.readMany(batch);
    for (const lead of stored) if (isSomebodyElses(lead, lead.received_at, erasure)) lost.add(lead.id);
    const own = batch.filter((id) => !lost.has(id));
    await erasures.scrub(own);
    await exchanges.removeOf(own.filter((id) => !kept.has(id)).map(saidOfLead));
    await exchanges.removeOf(runsOfLeads(stored.filter(({ id }) => !lost.has(id))));
  }
  for (const id of searches.own) {
    const search = await ports.searches.read(id);
    if (search && isSearchOfSomebodyElse(search, erasure)) lostSearches.add(id);
    else await exchanges.removeOf([saidOfSearch(id)]);
  }
  const others = [...leads.others, ...lost];
  await erasures.scrub(others, erasure.at);
  const records = [...others.map(saidOfLead), ...[...searches.others, ...lostSearches].map(saidOfSearch)];
  await exchanges.removeOf(records, erasure.at);
  return lost;
}

function* batchesOf(ids: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += BATCH) yield ids.slice(at, at + BATCH);
}
