import { IDS } from '../support/catalogue.js';
import type { Buyer, CampaignOffer, Offer } from '../../src/core/catalogue/types.js';
import type { ResultTerms, SearchRecord, StoredResult } from '../../src/core/search/search-record.js';

/** Small valid values for tests of pure functions; each test overrides what it is about. */
export const aBuyer = (over: Partial<Buyer> = {}): Buyer => ({
  id: 'buyer-1',
  handle: 'lakeshore',
  name: 'Lakeshore University',
  time_zone: 'America/Chicago',
  status: 'active',
  delivery_hours: [],
  holidays: [],
  caps: [],
  ...over,
});

const ENDPOINT = {
  url: 'https://buyer.example/leads',
  method: 'POST',
  headers: {},
  timeout_ms: 10_000,
  insecure_http: false,
} as const;

export const anOffer = (over: Partial<Offer> = {}): Offer => ({
  id: 'offer-1',
  handle: 'nursing',
  name: 'Lakeshore Nursing',
  buyer: aBuyer(),
  kind: 'direct',
  offer_type: 'shared',
  status: 'active',
  price_cents: 9_999,
  consent_required: true,
  result_ttl_ms: 30 * 60_000,
  required_fields: [],
  eligibility: [],
  programs: [],
  questions: [],
  duplicates: { match: ['email', 'phone'], window_days: 30, scope: 'offer' },
  caps: [],
  delivery: { ...ENDPOINT, window_ms: 900_000, idempotent: false },
  ...over,
});

export const aPartnerOffer = (payout_share?: number): Offer =>
  anOffer({
    kind: 'partner',
    partner: { search: ENDPOINT, ...(payout_share !== undefined && { payout_share }) },
  });

export const aLine = (over: Partial<CampaignOffer> = {}): CampaignOffer => ({
  offer: anOffer(),
  program_payouts_cents: {},
  priority: 0,
  caps: [],
  ...over,
});

export const someTerms = (over: Partial<ResultTerms> = {}): ResultTerms => ({
  offer_name: 'Lakeshore Nursing',
  buyer_id: IDS.buyer,
  offer_type: 'shared',
  tcpa_text: null,
  consent_required: true,
  programs: [],
  form_fields: [],
  expires_at: new Date('2026-03-01T12:30:00Z'),
  ...over,
});

export const aResult = (over: Partial<StoredResult> = {}): StoredResult => ({
  id: 'result-1',
  run: 1,
  campaign_id: 'campaign-1',
  offer_id: 'offer-1',
  priority: 0,
  terms: someTerms(),
  ...over,
});

type SearchFacts = Pick<
  SearchRecord,
  'id' | 'run' | 'state' | 'closes_at' | 'results' | 'partners' | 'slots'
>;

export const aSearch = (over: Partial<SearchFacts> = {}): SearchFacts => ({
  id: 'search-1',
  run: 1,
  state: 'done',
  closes_at: new Date('2026-03-01T12:00:45Z'),
  results: [],
  partners: [],
  slots: [],
  ...over,
});
