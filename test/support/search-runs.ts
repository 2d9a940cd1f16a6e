import { IDS } from './catalogue.js';
import type { SearchRun } from '../../src/app/ports/search-store.js';
import type { StoredResult } from '../../src/core/search/search-record.js';
import { minute } from './stored-records.js';

/** A result of a search that can be submitted until minute 40. */
export const aResult = (id: string, run = 1): StoredResult => ({
  id,
  run,
  campaign_id: 'campaign-1',
  offer_id: `offer of ${id}`,
  priority: 0,
  terms: {
    offer_name: 'Nursing',
    offer_type: 'shared',
    tcpa_text: null,
    consent_required: true,
    programs: [],
    form_fields: [],
    expires_at: minute(40),
    buyer_id: IDS.buyer,
  },
});

/** The same of a partner, whose terms are its own. */
export const partnersResult = (id: string, run = 1): StoredResult => {
  const result = aResult(id, run);
  return { ...result, terms: { ...result.terms, reference: `reference of ${id}` } };
};

/** A partner that was asked at minute 10. */
export const askedPartner = (offer_id: string, run = 1) =>
  ({ offer_id, run, state: 'asked', asked_at: minute(10) }) as const;

/** What a run that ends at minute 10 writes. */
export const aRun = (over: Partial<SearchRun> = {}): SearchRun => ({
  state: 'done',
  due_at: null,
  catalogue_version: 7,
  results: [aResult('r1')],
  partners: [],
  verdicts: [{ offer_id: 'o1', returned: true }],
  ruled_out: { run: 1, rules: '01', said: [{ field: 'age', words: 'does not say' }] },
  entries: [{ at: minute(10), what: 'received_again' }],
  ...over,
});
