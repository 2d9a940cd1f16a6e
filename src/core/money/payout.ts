import type { CampaignOffer } from '../catalogue/types.js';
import type { Subject } from '../checks/check.js';

/**
 * The client's payout in cents for a program, else the campaign's payout for the offer. Undefined: none configured.
 */
export function payoutFor(campaignOffer: CampaignOffer, program?: string): number | undefined {
  const own =
    program !== undefined && Object.hasOwn(campaignOffer.program_payouts_cents, program)
      ? campaignOffer.program_payouts_cents[program]
      : undefined;
  return own ?? campaignOffer.payout_cents;
}

/** The highest of some payouts in cents. Undefined when none is configured. */
export function highest(payouts: readonly (number | undefined)[]): number | undefined {
  const configured = payouts.filter((cents) => cents !== undefined);
  return configured.length === 0 ? undefined : Math.max(...configured);
}

/**
 * The client's best payout in cents over the given programs. Without programs, the campaign's payout for the offer.
 */
export const bestPayout = (campaignOffer: CampaignOffer, programs: readonly string[]): number | undefined =>
  programs.length === 0
    ? payoutFor(campaignOffer)
    : highest(programs.map((program) => payoutFor(campaignOffer, program)));

const MILLION = 1_000_000;

/**
 * The client's payout in cents for a partner's result. If the offer has a `payout_share`, it is that share of the
 * partner's bid, rounded down; without a bid there is no payout. Else it is the campaign's configured payout. The
 * share is counted in millionths, because 0.29 × 100 is less than 29 in floating point.
 */
export function partnerPayout(
  campaignOffer: CampaignOffer,
  bid_cents: number | undefined,
  program?: string,
): number | undefined {
  const share = campaignOffer.offer.partner?.payout_share;
  if (share === undefined) return payoutFor(campaignOffer, program);
  if (bid_cents === undefined || bid_cents < 0) return undefined;
  return Math.floor((bid_cents * Math.round(share * MILLION)) / MILLION);
}

/** Converts cents to the decimal number of an answer: 4250 → 42.5. */
export const toMoney = (cents: number): number => cents / 100;

/**
 * The client's payout in cents if the lead is accepted: from the terms, or on a direct post from the present
 * campaign. Terms stay valid after the offer has left the campaign.
 */
export function payoutOf(
  { terms, program }: Pick<Subject, 'terms' | 'program'>,
  campaignOffer: CampaignOffer | undefined,
): number | undefined {
  if (!terms) return campaignOffer && payoutFor(campaignOffer, program);
  const shown = terms.programs.find(({ value }) => value === program);
  return shown?.payout_cents ?? terms.base_payout_cents;
}
