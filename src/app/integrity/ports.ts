import type { CheckedLead, CheckedSearch, CheckedClaim } from '../../core/invariants/records.js';

/** The records as the invariants need them: streamed, or some by their ids. No personal data is read. */
export interface RecordReader {
  leads(filter?: object): AsyncIterable<CheckedLead>;
  searches(): AsyncIterable<CheckedSearch>;
  claims(): AsyncIterable<CheckedClaim>;
  leadsById(ids: readonly string[]): Promise<CheckedLead[]>;
  searchesById(ids: readonly string[]): Promise<CheckedSearch[]>;
  claimsByKey(keys: readonly string[]): Promise<CheckedClaim[]>;
  /** Those of the ids under which a lead or a search is stored. */
  stored(ids: readonly string[]): Promise<Set<string>>;
}
