import { randomUUID } from 'node:crypto';
import type { FormField, SearchRecord, StoredResult } from '../../src/core/search/search-record.js';
import { newPerson } from './api.js';
import { IDS } from './catalogue.js';

/** A select question and an asked lead field, as a result shows them. */
const FORM_FIELDS: readonly FormField[] = [
  {
    name: 'campus_visit',
    label: 'Would you like to visit the campus?',
    type: 'select',
    required: true,
    options: [
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No' },
    ],
  },
  { name: 'age', label: 'Age', type: 'text', required: true },
];

export const storedResult = (over: Partial<StoredResult> = {}): StoredResult => ({
  id: randomUUID(),
  run: 1,
  campaign_id: IDS.campaign,
  offer_id: IDS.shared,
  priority: 0,
  terms: {
    offer_name: 'Shared offer',
    offer_type: 'shared',
    tcpa_text: 'I agree.',
    consent_required: true,
    programs: [{ value: 'bsn', label: 'Nursing', payout_cents: 2_000 }],
    payout_cents: 2_000,
    form_fields: FORM_FIELDS,
    expires_at: new Date(Date.now() + 600_000),
    buyer_id: IDS.buyer,
  },
  ...over,
});

/** A search that is done, with one result. */
export const storedSearch = (over: Partial<SearchRecord> = {}): SearchRecord => {
  const now = new Date();
  return {
    id: randomUUID(),
    affiliate_id: IDS.affiliate,
    campaign_id: IDS.campaign,
    request_id: 'request-1',
    is_test: false,
    created_at: now,
    run: 1,
    state: 'done',
    closes_at: new Date(now.getTime() + 45_000),
    lead: newPerson(),
    tracking: { ip_address: '203.0.113.7', utm_source: 'news' },
    consent: {},
    extra: {},
    identities: [],
    results: [storedResult()],
    partners: [],
    verdicts: [],
    slots: [],
    timeline: [],
    ...over,
  };
};
