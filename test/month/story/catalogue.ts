import {
  AFFILIATES,
  affiliateId,
  BUYERS,
  buyerId,
  CAMPAIGNS,
  campaignId,
  CURRENCY,
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
  if (product.handle === 'nursing' && chapter !== 'opening') return { ...product, price: DEARER };
  if (product.handle === 'business' && chapter === 'swapped') return { ...product, buyer: 'summit' };
  return product;
}

/** Cents as the decimal of a catalogue file. */
const money = (name: string, cents: number | undefined): object =>
  cents === undefined ? {} : { [name]: cents / 100 };

function offerEntry(chapter: Chapter, n: number): object {
  const { handle, name, buyer, price, programs, own_returns, day_cap } = productIn(chapter, n);
  return {
    ...{ id: productId(n), handle, name, buyer, offer_type: 'shared' },
    ...money('price', price),
    programs: ([0, 1] as const).map((one) => ({
      ...{ value: programOf(one), label: `${name} ${programOf(one)}` },
      ...money('price', programs[one]),
    })),
    tcpa_text: 'By clicking Send I agree that the school may call me.',
    required_fields: ['personal.email', 'personal.phone'],
    eligibility: [{ field: 'address.state', in: ['WI', 'IL'] }],
    duplicates: { match: ['email'], window_days: 30, scope: 'offer' },
    caps: day_cap === undefined ? [] : [{ window: 'day', limit: day_cap }],
    ...(own_returns ? { returns: RETURNS[own_returns] } : {}),
    delivery: { url: `http://127.0.0.1:9/${buyer}`, insecure_http: true, timeout: '10s' },
  };
}

const returnsOf = (buyer: Buyer): object => (buyer === 'harbor' ? {} : { returns: RETURNS[buyer] });

/** The catalogue file of a chapter, as JSON text (which is YAML). */
export const catalogueText = (chapter: Chapter): string =>
  JSON.stringify({
    version: 1,
    books: { currency: CURRENCY, time_zone: ZONE },
    affiliates: AFFILIATES.map((handle) => ({ id: affiliateId(handle), handle, name: `${handle}, Inc.` })),
    buyers: BUYERS.map((handle) => ({
      ...{ id: buyerId(handle), handle, name: `University of ${handle}`, time_zone: ZONE },
      ...returnsOf(handle),
    })),
    offers: PRODUCTS.map((_, n) => offerEntry(chapter, n)),
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
