/** The accounting zone. Its clocks go back in the month that is played: on 2026-11-01. */
export const ZONE = 'America/Chicago';
export const CURRENCY = 'USD';

/** What changes the catalogue in mid-month; the last one in the history alone. Each chapter keeps the changes of those before it. */
const CHAPTERS = ['opening', 'dearer', 'swapped', 'capped'] as const;
export type Chapter = (typeof CHAPTERS)[number];

/** Whether a chapter is this one or a later one. */
export const isSince = (chapter: Chapter, since: Chapter): boolean =>
  CHAPTERS.indexOf(chapter) >= CHAPTERS.indexOf(since);

export const BUYERS = ['lakeshore', 'summit', 'harbor'] as const;
export type Buyer = (typeof BUYERS)[number];

const REASONS = [
  { code: 'bad_phone', label: 'The phone number is wrong' },
  { code: 'not_reachable', label: 'Nobody answers' },
  { code: 'wrong_age', label: 'Too young' },
] as const;
export type Reason = (typeof REASONS)[number]['code'];
export const REASON_CODES: readonly Reason[] = REASONS.map(({ code }) => code);

/** The buyers' rules for returns, as the catalogue has them. Harbor takes none but for one offer; Summit's for one reason are reviewed. */
export const RETURNS = {
  lakeshore: { within: '14d', max_share: '10%', reasons: REASONS },
  summit: {
    ...{ within: '30d', reverse_payout: false, reasons: REASONS },
    review: { decide_within: '2d', accept_at_once: ['bad_phone', 'wrong_age'] },
  },
  mba: { within: '20d', release_claim: true, give_back_place: true, reasons: REASONS },
} as const;

/** Amounts in cents, as the catalogue has them. `price` absent: none is configured. */
export interface Product {
  readonly handle: string;
  readonly name: string;
  readonly buyer: Buyer;
  readonly price?: number;
  /** Prices that may be set for a time without a draft. */
  readonly price_range?: readonly [number, number];
  /** Prices of the two programs, where they differ. */
  readonly programs: readonly [number | undefined, number | undefined];
  /** Of each campaign; absent: none is configured. */
  readonly payout?: number;
  /** The buyer says with each acceptance what it pays. */
  readonly says_price?: true;
  readonly own_returns?: keyof typeof RETURNS;
  readonly day_cap?: number;
}

const NO_PROGRAM_PRICE = [undefined, undefined] as const;

export const PRODUCTS: readonly Product[] = [
  {
    ...{ handle: 'nursing', name: 'Nursing', buyer: 'lakeshore', price: 4_250, payout: 3_000 },
    programs: [undefined, 6_000],
  },
  {
    ...{ handle: 'business', name: 'Business', buyer: 'lakeshore', price: 3_800, payout: 2_500 },
    programs: NO_PROGRAM_PRICE,
  },
  {
    ...{ handle: 'teaching', name: 'Teaching', buyer: 'lakeshore', price: 3_525, payout: 2_150 },
    ...{ programs: NO_PROGRAM_PRICE, price_range: [2_000, 4_000] },
  },
  {
    ...{ handle: 'it', name: 'Computing', buyer: 'summit', price: 5_500, payout: 4_010 },
    programs: [5_250, undefined],
  },
  {
    ...{ handle: 'design', name: 'Design', buyer: 'summit', price: 3_000, payout: 2_000, says_price: true },
    programs: NO_PROGRAM_PRICE,
  },
  {
    ...{ handle: 'mba', name: 'MBA', buyer: 'harbor', price: 7_000, payout: 5_000 },
    ...{ programs: NO_PROGRAM_PRICE, own_returns: 'mba', day_cap: 100_000 },
  },
  // Nobody configured a price. The affiliate is paid all the same.
  { handle: 'law', name: '=LAW("a name")', buyer: 'harbor', payout: 1_800, programs: NO_PROGRAM_PRICE },
  // A price of 0 is a price. No payout is configured.
  { handle: 'trial', name: 'Trial', buyer: 'harbor', price: 0, programs: NO_PROGRAM_PRICE },
];

/** `nursing_price`: what the buyer pays for nursing leads of this campaign, by program where it is given. */
export const CAMPAIGNS: readonly {
  readonly handle: string;
  readonly affiliate: string;
  readonly nursing_price?: number;
  readonly nursing_msn_price?: number;
}[] = [
  { handle: 'northwind-search', affiliate: 'northwind' },
  { handle: 'northwind-mail', affiliate: 'northwind', nursing_price: 4_100, nursing_msn_price: 5_750 },
  { handle: 'adler-search', affiliate: 'adler' },
  { handle: 'brook-social', affiliate: 'brook' },
];
export const AFFILIATES = ['northwind', 'adler', 'brook'] as const;

const idOf = (kind: string, n: number): string => `${kind}-0000-4000-8000-${String(n + 1).padStart(12, '0')}`;
export const affiliateId = (handle: string): string =>
  idOf(
    'af000000',
    AFFILIATES.findIndex((one) => one === handle),
  );
export const buyerId = (handle: Buyer): string => idOf('b0000000', BUYERS.indexOf(handle));
export const campaignId = (n: number): string => idOf('ca000000', n);
export const productId = (n: number): string => idOf('0ffe0000', n);
export const programOf = (n: 0 | 1): string => (n === 0 ? 'bsn' : 'msn');
