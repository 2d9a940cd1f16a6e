import { trusted, type Connection } from 'mongoose';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { SearchRecord } from '../../core/search/search-record.js';
import { toOpened } from './sealing/sealed-records.js';
import { ANY_DATE, type Stored } from './stores/documents.js';
import { leadModel, searchModel } from './stores/models.js';
import { toSearch, type StoredSearch } from './stores/search-store.js';
import { createTermsStore } from './terms/terms-store.js';

/** Nothing can be told of a record whose person was removed. */
const THERE = { forgotten: trusted({ $exists: false }) };

/**
 * The newest leads and searches that have their person, `limit` of each. No index has this order, so this reads both
 * collections once.
 */
export async function newestRecords(
  connection: Connection,
  limit: number,
): Promise<{ readonly leads: LeadRecord[]; readonly searches: SearchRecord[] }> {
  const [leads, searches] = await Promise.all([
    leadModel(connection)
      .find({ received_at: ANY_DATE, ...THERE })
      .sort({ received_at: -1 })
      .limit(limit)
      .lean<Stored<LeadRecord>[]>(),
    searchModel(connection)
      .find({ created_at: ANY_DATE, ...THERE })
      .sort({ created_at: -1 })
      .limit(limit)
      .lean<StoredSearch[]>(),
  ]);
  const parts = { searches: searchModel(connection), terms: createTermsStore(connection) };
  return {
    leads: leads.map((lead) => toOpened<LeadRecord>(leadModel(connection), lead)),
    searches: await Promise.all(searches.map((search) => toSearch(parts, search))),
  };
}
