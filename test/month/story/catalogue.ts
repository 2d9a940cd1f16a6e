import {
  AFFILIATES,
  affiliateId,
  BUYERS,
  buyerId,
  CAMPAIGNS,
  campaignId,
  CURRENCY,
  isSince,
  PRODUCTS,
  productId,
  programOf,
  RETURNS,
  ZONE,
  type Buyer,
  type Chapter,
  type Product,
} from './parties.js';

const DEARER = 4_500;

/** A product as a chapter has it: nursing becomes dearer, then the business offer gets another buyer. */
export function productIn(chapter: Chapter, n: number): Product {
  const product = PRODUCTS[n];
  if (!product) throw new Error(`no product ${n}`);
  if (product.handle === 'nursing' && isSince(chapter, 'dearer')) return { ...product, price: DEARER };
  if (product.handle === 'business' && isSince(chapter, 'swapped')) return { ...product, buyer: 'summit' };
  return product;
}

/** How the parties of a story look in its catalogue. */
export interface Scenery {
  readonly affiliateName: (handle: string) => string;
  /** How an affiliate is told of its leads. */
  readonly told: (handle: string) => object;
  readonly buyerName: (handle: Buyer) => string;
  readonly productName: (product: Product) => string;
  readonly leadsUrl: (handle: Buyer) => string;
  readonly caps: (chapter: Chapter, product: Product) => readonly object[];
}

/** Of the played month: nobody listens at these addresses. */
const PLAYED: Scenery = {
  affiliateName: (handle) => `${handle}, Inc.`,
  told: () => ({}),
  buyerName: (handle) => `University of ${handle}`,
  productName: ({ name }) => name,
  leadsUrl: (handle) => `http://127.0.0.1:9/${handle}`,
  caps: (_chapter, { day_cap }) => (day_cap === undefined ? [] : [{ window: 'day', limit: day_cap }]),
};

/** Cents as the decimal of a catalogue file. */
const money = (name: string, cents: number | undefined): object =>
  cents === undefined ? {} : { [name]: cents / 100 };

function offerEntry(chapter: Chapter, n: number, scenery: Scenery): object {
  const product = productIn(chapter, n);
  const { handle, buyer, price, price_range, programs, own_returns } = product;
  const name = scenery.productName(product);
  return {
    ...{ id: productId(n), handle, name, buyer, offer_type: 'shared' },
    ...money('price', price),
    ...(price_range && { price_range: price_range.map((cents) => cents / 100) }),
    programs: ([0, 1] as const).map((one) => ({
      ...{ value: programOf(one), label: `${name} ${programOf(one)}` },
      ...money('price', programs[one]),
    })),
    tcpa_text: 'By clicking Send I agree that the school may call me.',
    required_fields: ['personal.email', 'personal.phone'],
    eligibility: [{ field: 'address.state', in: ['WI', 'IL'] }],
    duplicates: { match: ['email'], window_days: 30, scope: 'offer' },
    caps: scenery.caps(chapter, product),
    ...(own_returns ? { returns: RETURNS[own_returns] } : {}),
    delivery: { url: scenery.leadsUrl(buyer), insecure_http: true, timeout: '10s' },
  };
}

const returnsOf = (buyer: Buyer): object => (buyer === 'harbor' ? {} : { returns: RETURNS[buyer] });

/** The catalogue file of a chapter, as JSON text (which is YAML). */
export const catalogueText = (chapter: Chapter, scenery: Scenery = PLAYED): string =>
  JSON.stringify({
    version: 1,
    books: { currency: CURRENCY, time_zone: ZONE },
    stages: [
      { code: 'contacted', label: 'Contacted', expected_within: '7d' },
      { code: 'applied', label: 'Applied', expected_within: '30d' },
      { code: 'enrolled', label: 'Enrolled' },
    ],
    affiliates: AFFILIATES.map((handle) => ({
      ...{ id: affiliateId(handle), handle, name: scenery.affiliateName(handle) },
      ...scenery.told(handle),
    })),
    buyers: BUYERS.map((handle) => ({
      ...{ id: buyerId(handle), handle, name: scenery.buyerName(handle), time_zone: ZONE },
      ...returnsOf(handle),
    })),
    offers: PRODUCTS.map((_, n) => offerEntry(chapter, n, scenery)),
    campaigns: CAMPAIGNS.map(({ handle, affiliate, nursing_price, nursing_msn_price }, n) => ({
      ...{ id: campaignId(n), handle, affiliate, name: handle },
      offers: PRODUCTS.map(({ handle: offer, payout }) => ({
        offer,
        ...money('payout', payout),
        ...(offer === 'nursing' ? money('price', nursing_price) : {}),
        ...(offer === 'nursing' && nursing_msn_price !== undefined
          ? { prices: { msn: nursing_msn_price / 100 } }
          : {}),
      })),
    })),
  });
