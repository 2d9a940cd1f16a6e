/** A cap of the catalogue, and what it counts. */
export interface CapPlan {
  readonly of: 'offer' | 'buyer' | 'campaign' | 'line';
  readonly window: 'hour' | 'day' | 'month' | 'total';
  readonly limit: number;
  readonly program?: string;
}

/** One offer, and the rules that it must keep. */
export interface OfferPlan {
  readonly handle: string;
  readonly buyer: Buyer;
  readonly kind: 'direct' | 'partner';
  readonly offer_type: 'shared' | 'exclusive' | 'true_exclusive';
  /** The scope in which an identity may be sold once. */
  readonly scope: 'offer' | 'buyer' | 'service';
  readonly caps: readonly CapPlan[];
  readonly programs: readonly string[];
}

export const DIRECT_BUYERS = ['lakeshore', 'summit', 'harbor'] as const;
export const PARTNERS = ['edumatch', 'campusfinder'] as const;

/** A buyer on holiday for longer than any rehearsal: no request may reach it. */
export const CLOSED_BUYER = 'nightfall';
export type DirectBuyer = (typeof DIRECT_BUYERS)[number];
export type Buyer = DirectBuyer | (typeof PARTNERS)[number] | typeof CLOSED_BUYER;

/** Buyers that treat one Idempotency-Key as one lead (sandbox/parties.yaml). */
export const IDEMPOTENT: ReadonlySet<Buyer> = new Set<Buyer>(['summit', 'campusfinder']);

/** For each campaign, how often one search may be sold at most. */
export const MAX_OF_A_SEARCH = 3;

const OFFERS_OF_A_BUYER = 6;

/** Cap limits as shares of what an offer would get without a cap: some fill early, some never. */
const TIGHT = [0.15, 0.35, 0.5, 0.7] as const;
const WINDOWS = ['total', 'day', 'month'] as const;
const TYPES = ['shared', 'shared', 'exclusive', 'shared', 'true_exclusive', 'shared'] as const;

/** Offers with duplicate scope `service`: one at a regular buyer, one at an idempotent buyer. */
const FOR_THE_SERVICE: ReadonlySet<number> = new Set([5, 11]);

/** 21 offers: 18 direct, one of a closed buyer and 2 of partners, with caps that fill up with `submits` submits. */
export function planOffers(submits: number): OfferPlan[] {
  const share = submits / (DIRECT_BUYERS.length * OFFERS_OF_A_BUYER + PARTNERS.length);
  const limit = (part: number): number => Math.max(2, Math.round(share * part));
  const direct = DIRECT_BUYERS.flatMap((buyer, b) =>
    Array.from({ length: OFFERS_OF_A_BUYER }, (_, n): OfferPlan => {
      const index = b * OFFERS_OF_A_BUYER + n;
      const window = WINDOWS[index % WINDOWS.length] ?? 'day';
      const caps: CapPlan[] = [{ of: 'offer', window, limit: limit(TIGHT[index % TIGHT.length] ?? 1) }];
      if (n === 0) caps.push({ of: 'offer', window: 'day', limit: limit(0.2), program: 'evening' });
      if (n === 3) caps.push({ of: 'line', window: 'day', limit: limit(0.25) });
      return {
        handle: `${buyer}-${n}`,
        buyer,
        kind: 'direct',
        offer_type: TYPES[n] ?? 'shared',
        // A buyer whose offers are one place.
        scope: buyer === 'harbor' ? 'buyer' : FOR_THE_SERVICE.has(index) ? 'service' : 'offer',
        caps,
        programs: ['day', 'evening'],
      };
    }),
  );
  const closed: OfferPlan = {
    handle: `${CLOSED_BUYER}-0`,
    buyer: CLOSED_BUYER,
    kind: 'direct',
    offer_type: 'shared',
    scope: 'offer',
    caps: [],
    programs: ['day', 'evening'],
  };
  const partners = PARTNERS.map((buyer): OfferPlan => ({
    handle: buyer,
    buyer,
    kind: 'partner',
    offer_type: 'shared',
    scope: 'offer',
    caps: [{ of: 'offer', window: 'total', limit: limit(0.5) }],
    programs: [],
  }));
  return [...direct, closed, ...partners];
}

export interface BuyerPlan {
  readonly handle: Buyer;
  readonly caps: readonly CapPlan[];
}

/** Two buyers that swap offers have caps over all their leads. */
const BUYER_CAPS: Readonly<Partial<Record<Buyer, number>>> = { lakeshore: 0.1, harbor: 0.08 };

export const planBuyers = (submits: number): BuyerPlan[] =>
  [...DIRECT_BUYERS, ...PARTNERS, CLOSED_BUYER].map((handle) => {
    const share = BUYER_CAPS[handle as Buyer];
    return {
      handle: handle as Buyer,
      caps:
        share === undefined
          ? []
          : [{ of: 'buyer', window: 'day', limit: Math.max(3, Math.round(submits * share)) }],
    };
  });

/** For the second campaign; the first has none. */
export const campaignCap = (submits: number): CapPlan => ({
  of: 'campaign',
  window: 'hour',
  limit: Math.max(3, Math.round(submits * 0.15)),
});
