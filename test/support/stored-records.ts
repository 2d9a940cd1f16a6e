import { randomUUID } from 'node:crypto';
import type { LeadAgain } from '../../src/app/ports/lead-store.js';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import type { SearchRecord } from '../../src/core/search/search-record.js';

/** A moment, minutes after an arbitrary start. */
export const minute = (minutes: number): Date => new Date(Date.UTC(2026, 10, 20, 12, minutes));

export const aSearch = (over: Partial<SearchRecord> = {}): SearchRecord => ({
  id: randomUUID(),
  affiliate_id: 'affiliate-1',
  campaign_id: 'campaign-1',
  request_id: 'request-1',
  is_test: false,
  created_at: minute(0),
  run: 1,
  state: 'new',
  due_at: minute(0),
  closes_at: minute(1),
  lead: { personal: { first_name: 'Ada', email: 'ada@example.com' } },
  tracking: { ip_address: '203.0.113.7' },
  consent: {},
  extra: {},
  identities: [],
  results: [],
  partners: [],
  verdicts: [],
  slots: [],
  timeline: [],
  ...over,
});

export const aLead = (over: Partial<LeadRecord> = {}): LeadRecord => ({
  id: randomUUID(),
  affiliate_id: 'affiliate-1',
  campaign_id: 'campaign-1',
  offer_id: 'offer-1',
  buyer_id: 'buyer-1',
  request_id: 'request-1',
  form: 'B',
  is_test: false,
  received_at: minute(0),
  submission: 1,
  state: 'queued',
  runs: 0,
  stalls: 0,
  due_at: minute(0),
  first_due_at: minute(0),
  lead: {
    personal: { first_name: 'Ada', email: 'ada@example.com' },
    extra: { 'odd key': [1, { deep: null }] },
  },
  tracking: { ip_address: '203.0.113.7' },
  extra: {},
  answers: {},
  consent: {
    decision: true,
    text: null,
    button_label: null,
    cert_url: null,
    universal_lead_ref: null,
    ip_address: '203.0.113.7',
    at: minute(0),
  },
  identities: [],
  data_hash: 'hash',
  attempts: [],
  pending_effects: [],
  timeline: [],
  ...over,
});

type Moments = Pick<LeadAgain, 'received_at' | 'received_before' | 'due_at'>;

/** What posts a lead again with the data that it has. It knows nobody by an e-mail address or a phone number. */
export const postedAgain = (
  lead: LeadRecord,
  { received_at, ...over }: Moments & Partial<LeadAgain>,
): LeadAgain => ({
  campaign_id: lead.campaign_id,
  offer_id: lead.offer_id,
  buyer_id: lead.buyer_id,
  request_id: 'request-2',
  is_test: lead.is_test,
  lead: lead.lead,
  tracking: lead.tracking,
  extra: lead.extra,
  answers: lead.answers,
  consent: lead.consent,
  identities: lead.identities,
  known: [],
  data_hash: lead.data_hash,
  received_at,
  entry: { at: received_at, what: 'received_again' },
  ...over,
});
