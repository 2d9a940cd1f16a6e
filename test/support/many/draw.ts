import { hash } from 'node:crypto';
import { seeded } from '../../../chaos/plan/random.js';
import { CODES } from '../../../src/core/envelope.js';
import type { LeadState } from '../../../src/core/lead/lead-states.js';
import type { DecisionCode } from '../../../src/core/refusal.js';

/** Leads of a made-up exchange, received over some days. The same options always make the same leads. */
export interface ManyLeadsOptions {
  readonly leads: number;
  readonly days: number;
  /** No lead was received at or after this moment. */
  readonly until: Date;
  readonly seed: number;
  /** The accounting zone. */
  readonly zone: string;
}

/** The number of parties and labels. A low number is a frequent one: it has many times the leads of a high one. */
export const MANY = {
  ...{ affiliates: 200, campaigns: 300, offers: 80, buyers: 20, programs: 240, subids: 4_000 },
  /** This campaign's affiliate stopped after a third of the days. */
  stopped_campaign: 3,
  /** No price and no payout are configured for this offer. */
  unpriced_offer: 7,
} as const;

const DIGITS = { affiliate: 'a', campaign: 'c', offer: 'e', buyer: 'b' } as const;

/** The id of a party by its number, beginning with 0. */
export const partyId = (party: keyof typeof DIGITS, n: number): string =>
  `00000000-0000-4000-${DIGITS[party]}000-${String(n).padStart(12, '0')}`;

/** Each campaign belongs to one affiliate, and each offer to one buyer. */
export const affiliateOf = (campaign: number): number => campaign % MANY.affiliates;
export const buyerOf = (offer: number): number => offer % MANY.buyers;

/** What happens to leads, in thousandths. The rest is undecided. */
const OUTCOMES: readonly (readonly [DecisionCode, number])[] = [
  ['ACCEPTED', 450],
  ['BUYER_REJECTED', 170],
  ['NOT_ELIGIBLE', 150],
  ['DUPLICATE', 120],
  ['CAP_REACHED', 60],
  ['INVALID_FIELD', 20],
  ['REQUIRED_FIELD_MISSING', 10],
  ['OFFER_UNAVAILABLE', 10],
  ['TEST_LEAD_HELD', 5],
  ['DELIVERY_FAILED', 4],
];

/** What is random about a lead. */
export interface Draw {
  readonly i: number;
  readonly received_at: Date;
  readonly campaign: number;
  readonly offer: number;
  readonly program: number;
  readonly subid: string | undefined;
  /** Undefined: the lead is undecided. */
  readonly code: DecisionCode | undefined;
  readonly state: LeadState;
  /** Whether a request to the buyer left. */
  readonly sent: boolean;
  readonly duration_ms: number;
  /** When the buyer sent the lead back. */
  readonly returned_at: Date | undefined;
  /** Hexadecimal digits that no other lead and no other name of this lead has. */
  readonly hex: (name: string, length: number) => string;
}

const DAY_MS = 86_400_000;

/** Draws the leads one after the other, from the oldest to the newest. */
export function* drawLeads(options: ManyLeadsOptions): Generator<Draw> {
  const random = seeded(options.seed, 'many leads');
  /** The first of 200 has a ninth of all, and the last one 0.2 %. */
  const skewed = (count: number): number => Math.floor(count * random.next() ** 2.5);
  for (let i = 0; i < options.leads; i += 1) {
    const received_at = receivedAt(options, i + random.next());
    const drawn = skewed(MANY.campaigns);
    const isLate = i > options.leads / 3;
    const offer = skewed(MANY.offers);
    const program = offer * 3 + random.between(0, 2);
    const subid = random.chance(0.7) ? `src-${skewed(MANY.subids)}` : undefined;
    const code = outcomeOf(random.next() * 1_000);
    const state = code
      ? (CODES[code].status as LeadState)
      : random.pick<LeadState>(['unknown', 'saved', 'waiting']);
    const isReturned = code === 'ACCEPTED' && random.chance(0.05);
    const returned_at = new Date(received_at.getTime() + Math.floor(DAY_MS * 14 * random.next()) + 10_000);
    yield {
      ...{ i, received_at, offer, program, subid, code, state },
      campaign: drawn === MANY.stopped_campaign && isLate ? 0 : drawn,
      sent: code === 'ACCEPTED' || code === 'BUYER_REJECTED' || state === 'unknown',
      duration_ms: Math.floor(80 + 3_000 * random.next() ** 4),
      returned_at: isReturned ? returned_at : undefined,
      hex: hexOf(`${options.seed}:${i}`),
    };
  }
}

/** Leads come evenly over the days, with three times as many by day as by night. */
function receivedAt({ leads, days, until }: ManyLeadsOptions, i: number): Date {
  const day = (i / leads) * days;
  const wave = (0.5 / (2 * Math.PI)) * Math.sin(2 * Math.PI * day);
  return new Date(Math.floor(until.getTime() - DAY_MS * Math.min(days, days - day + wave)));
}

function outcomeOf(draw: number): DecisionCode | undefined {
  let upTo = 0;
  return OUTCOMES.find(([, share]) => draw < (upTo += share))?.[0];
}

const hexOf = (lead: string) => (name: string, length: number) =>
  hash('sha256', `${lead}:${name}`, 'hex').slice(0, length);
