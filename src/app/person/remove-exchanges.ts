import { leadReference, searchReference } from '../../core/exchanges/about.js';
import type { ErasureStore } from '../ports/erasure-store.js';
import type { ExchangeStore } from '../ports/exchange-store.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { PersonRecords } from '../ports/person-records.js';
import { runsOfLeads } from './runs-of-leads.js';

/** What it takes to remove what was said and told. */
export interface RemoveExchangesPorts {
  readonly leads: Pick<LeadStore, 'readMany'>;
  readonly exchanges: Pick<ExchangeStore, 'removeOf'>;
  readonly erasures: Pick<ErasureStore, 'scrub'>;
}

const BATCH = 100;

/**
 * Removes what was said and told of an erasure's records, also in the run of a search that a lead was submitted from.
 * `kept`: leads that have the person still, and so their requests.
 */
export async function removeExchanges(
  { leads, erasures, exchanges }: RemoveExchangesPorts,
  { lead_ids, search_ids, kept }: PersonRecords & { readonly kept: ReadonlySet<string> },
): Promise<void> {
  for (let at = 0; at < lead_ids.length; at += BATCH) {
    const batch = lead_ids.slice(at, at + BATCH);
    const stored = await leads.readMany(batch);
    await erasures.scrub(batch);
    await exchanges.removeOf(batch.filter((id) => !kept.has(id)).map(leadReference));
    await exchanges.removeOf(runsOfLeads(stored));
  }
  for (const id of search_ids) await exchanges.removeOf([searchReference(id)]);
}
