import {
  DEFAULT_BOOKS,
  type Affiliate,
  type Buyer,
  type Campaign,
  type CampaignOffer,
  type Catalogue,
  type Delivery,
  type Offer,
} from '../../src/core/catalogue/types.js';

/** Fixed ids, so that tests can name them. */
export const IDS = {
  affiliate: 'a0000000-0000-4000-8000-000000000001',
  buyer: 'b0000000-0000-4000-8000-000000000001',
  campaign: 'c0000000-0000-4000-8000-000000000001',
  shared: 'd0000000-0000-4000-8000-000000000001',
  exclusive: 'd0000000-0000-4000-8000-000000000002',
  trueExclusive: 'd0000000-0000-4000-8000-000000000003',
  partner: 'd0000000-0000-4000-8000-000000000004',
} as const;

/** Any change of the entries; links (offer → buyer, campaign → affiliate and offers) are made by the factory. */
export interface CatalogueOverrides {
  readonly version?: number;
  readonly affiliate?: Partial<Affiliate>;
  readonly buyer?: Partial<Buyer>;
  readonly campaign?: Partial<Omit<Campaign, 'affiliate' | 'offers'>>;
  /** By offer id. `null` takes the offer out of the catalogue. */
  readonly offers?: Readonly<Record<string, Partial<Omit<Offer, 'buyer'>> | null>>;
  /** By offer id: the campaign's line. `null` takes the offer off the campaign. */
  readonly lines?: Readonly<Record<string, Partial<Omit<CampaignOffer, 'offer'>> | null>>;
  /** Further offers, bought by the same buyer and on the campaign. */
  readonly moreOffers?: readonly Offer[];
  /** Nobody's offer is theirs, but where `buyers` says so. */
  readonly moreBuyers?: readonly Buyer[];
  /** By offer id: one of `moreBuyers`. */
  readonly buyers?: Readonly<Record<string, string>>;
  readonly moreAffiliates?: readonly Affiliate[];
  readonly moreCampaigns?: readonly Campaign[];
}

const delivery: Delivery = {
  url: 'http://127.0.0.1:1/leads',
  method: 'POST',
  headers: {},
  timeout_ms: 2_000,
  insecure_http: true,
  window_ms: 60_000,
  idempotent: false,
};

export const testAffiliate = (over: Partial<Affiliate> = {}): Affiliate => ({
  id: IDS.affiliate,
  handle: 'northwind',
  name: 'Northwind Media',
  status: 'active',
  dupe_check: true,
  ...over,
});

export const testBuyer = (over: Partial<Buyer> = {}): Buyer => ({
  id: IDS.buyer,
  handle: 'lakeshore',
  name: 'Lakeshore University',
  time_zone: 'America/New_York',
  status: 'active',
  delivery_hours: [],
  holidays: [],
  caps: [],
  ...over,
});

/** A shared direct offer without programs and questions, needing name, e-mail and phone. */
export const testOffer = (over: Partial<Offer> = {}): Offer => ({
  id: IDS.shared,
  handle: 'shared',
  name: 'Shared offer',
  buyer: testBuyer(),
  school: { name: 'Lakeshore University' },
  kind: 'direct',
  offer_type: 'shared',
  status: 'active',
  price_cents: 9_999,
  tcpa_text: 'By clicking Send I agree that Lakeshore University may call me.',
  consent_required: true,
  result_ttl_ms: 1_800_000,
  required_fields: ['personal.first_name', 'personal.last_name', 'personal.email', 'personal.phone'],
  eligibility: [],
  programs: [],
  questions: [],
  duplicates: { match: ['email', 'phone'], window_days: 30, scope: 'offer' },
  caps: [],
  delivery,
  ...over,
});

export const testCampaign = (over: Partial<Campaign> = {}): Campaign => ({
  id: IDS.campaign,
  handle: 'northwind-edu',
  name: 'Northwind Education',
  affiliate: testAffiliate(),
  status: 'active',
  time_zone: 'America/New_York',
  max_accepted_submissions: 3,
  caps: [],
  offers: new Map(),
  ...over,
});

/** An offer's line in a campaign, payout 20.00 where nothing else is said. */
export const testLine = (offer: Offer, over: Partial<Omit<CampaignOffer, 'offer'>> = {}): CampaignOffer => ({
  offer,
  payout_cents: 2_000,
  program_payouts_cents: {},
  priority: 0,
  caps: [],
  ...over,
});

const standardOffers = (): Partial<Offer>[] => [
  { id: IDS.shared, handle: 'shared', name: 'Shared offer' },
  {
    id: IDS.exclusive,
    handle: 'exclusive',
    name: 'Exclusive offer',
    offer_type: 'exclusive',
    eligibility: [{ field: 'address.state', when_missing: 'fail', test: { in: ['IL', 'WI', 'MN'] } }],
    programs: [
      { value: 'bsn', label: 'Bachelor of Science in Nursing', eligibility: [], required_fields: [] },
      {
        value: 'rn-to-msn',
        label: 'RN to MSN',
        eligibility: [{ field: 'background.rn_license', when_missing: 'fail', test: { in: ['rn'] } }],
        required_fields: ['education.education_level'],
      },
    ],
    questions: [
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
      {
        name: 'license_number',
        label: 'RN licence number',
        type: 'text',
        required: false,
        pattern: '^[0-9]{6,8}$',
        required_when: { program_ids: ['rn-to-msn'] },
      },
    ],
  },
  {
    id: IDS.trueExclusive,
    handle: 'true-exclusive',
    name: 'True exclusive offer',
    offer_type: 'true_exclusive',
  },
  {
    id: IDS.partner,
    handle: 'partner',
    name: 'Partner offer',
    kind: 'partner',
    partner: { search: { ...delivery, url: 'http://127.0.0.1:1/match' } },
  },
];

const byId = <T extends { readonly id: string }>(entries: readonly T[]): Map<string, T> =>
  new Map(entries.map((entry) => [entry.id, entry]));

/**
 * One affiliate, one buyer, three direct offers (shared; exclusive with programs and questions; true_exclusive),
 * one partner offer, one campaign with all of them. Payouts: 20.00, exclusive 30.00 (rn-to-msn 36.00).
 */
export function testCatalogue(over: CatalogueOverrides = {}): Catalogue {
  const affiliate = testAffiliate(over.affiliate);
  const buyer = testBuyer(over.buyer);
  const buyers = byId([buyer, ...(over.moreBuyers ?? [])]);
  const buyerOf = (offer = ''): Buyer => buyers.get(over.buyers?.[offer] ?? '') ?? buyer;
  const offers: Offer[] = [];
  for (const standard of standardOffers()) {
    const change = over.offers?.[standard.id ?? ''];
    if (change !== null) offers.push(testOffer({ ...standard, ...change, buyer: buyerOf(standard.id) }));
  }
  for (const offer of over.moreOffers ?? []) offers.push({ ...offer, buyer });
  const lines = new Map<string, CampaignOffer>();
  for (const offer of offers) {
    const change = over.lines?.[offer.id];
    if (change !== null) lines.set(offer.id, testLine(offer, { ...standardLine(offer.id), ...change }));
  }
  const campaign = testCampaign({ ...over.campaign, affiliate, offers: lines });
  return {
    version: over.version ?? 1,
    books: DEFAULT_BOOKS,
    affiliates: byId([affiliate, ...(over.moreAffiliates ?? [])]),
    buyers,
    offers: byId(offers),
    campaigns: byId([campaign, ...(over.moreCampaigns ?? [])]),
  };
}

const standardLine = (offerId: string): Partial<Omit<CampaignOffer, 'offer'>> =>
  offerId === IDS.exclusive ? { payout_cents: 3_000, program_payouts_cents: { 'rn-to-msn': 3_600 } } : {};
