import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { ExchangesOf } from '../ports/exchange-store.js';

/** A run of a search. */
type Run = ExchangesOf & { readonly of: 'search'; readonly submission_or_run: number };

/**
 * The runs of searches that these leads were submitted from. Such a run is about their person, also if the search is not: a
 * submit may replace each of its fields.
 */
export const runsOfLeads = (leads: readonly Pick<LeadRecord, 'search_id' | 'search_run'>[]): Run[] =>
  leads.flatMap(({ search_id: record_id, search_run: part }) =>
    record_id === undefined || part === undefined
      ? []
      : [{ of: 'search', record_id, submission_or_run: part }],
  );
