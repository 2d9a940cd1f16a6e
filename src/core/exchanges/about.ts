import type { LeadRecord } from '../lead/lead-record.js';
import type { SearchRecord } from '../search/search-record.js';
import type { ExchangeAbout, ExchangeKind } from './exchange.js';

/** A call about a lead. `n`: see `ExchangeAbout`. */
export const aboutLead = (
  kind: Exclude<ExchangeKind, 'search'>,
  { id, submission }: Pick<LeadRecord, 'id' | 'submission'>,
  n: number,
): ExchangeAbout => ({ kind, of: 'lead', record_id: id, submission_or_run: submission, number: n });

/** A search of a partner. */
export const aboutSearch = ({ id, run }: Pick<SearchRecord, 'id' | 'run'>): ExchangeAbout => ({
  ...{ kind: 'search', of: 'search', record_id: id, submission_or_run: run, number: run },
});

/** A lead whose exchanges are looked for. */
export const leadReference = (id: string): Pick<ExchangeAbout, 'of' | 'record_id'> => ({
  of: 'lead',
  record_id: id,
});

/** A search whose exchanges are looked for. */
export const searchReference = (id: string): Pick<ExchangeAbout, 'of' | 'record_id'> => ({
  of: 'search',
  record_id: id,
});
