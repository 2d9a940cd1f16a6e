import type {
  AffiliateEntry,
  BuyerEntry,
  CampaignEntry,
  CatalogueDocument,
  OfferEntry,
} from '../../../src/core/catalogue/document.js';

export const affiliate = (over: Partial<AffiliateEntry> = {}): AffiliateEntry => ({
  id: 'A',
  handle: 'northwind',
  name: 'Northwind',
  status: 'active',
  dupe_check: true,
  ...over,
});

export const buyer = (over: Partial<BuyerEntry> = {}): BuyerEntry => ({
  id: 'B',
  handle: 'lakeshore',
  name: 'Lakeshore',
  time_zone: 'America/Chicago',
  status: 'active',
  delivery_hours: [],
  holidays: [],
  caps: [{ window: 'day', limit: 200 }],
  ...over,
});

export const offer = (over: Partial<OfferEntry> = {}): OfferEntry => ({
  id: 'O',
  handle: 'nursing',
  name: 'Nursing',
  buyer_id: 'B',
  kind: 'direct',
  offer_type: 'shared',
  status: 'active',
  price_cents: 4250,
  consent_required: true,
  result_ttl_ms: 1_800_000,
  required_fields: [],
  eligibility: [],
  programs: [
    { value: 'bsn', label: 'Bachelor', eligibility: [], required_fields: [] },
    { value: 'm/s n', label: 'Master', eligibility: [], required_fields: [] },
  ],
  questions: [],
  duplicates: { match: ['email'], window_days: 30, scope: 'offer' },
  caps: [{ window: 'day', limit: 20, program: 'm/s n' }],
  delivery: {
    url: 'https://crm.example/',
    method: 'POST',
    headers: {},
    timeout_ms: 10_000,
    insecure_http: false,
    window_ms: 900_000,
    idempotent: false,
  },
  ...over,
});

export const campaign = (over: Partial<CampaignEntry> = {}): CampaignEntry => ({
  id: 'C',
  handle: 'edu',
  name: 'Education',
  affiliate_id: 'A',
  status: 'active',
  time_zone: 'America/New_York',
  max_accepted_submissions: 3,
  caps: [{ window: 'hour', limit: 50 }],
  offers: [
    {
      offer_id: 'O',
      payout_cents: 3000,
      program_payouts_cents: { bsn: 3600 },
      priority: 1,
      caps: [{ window: 'total', limit: 9 }],
    },
  ],
  ...over,
});

export const document = (over: Partial<CatalogueDocument> = {}): CatalogueDocument => ({
  affiliates: [affiliate()],
  buyers: [buyer()],
  offers: [offer()],
  campaigns: [campaign()],
  ...over,
});
