import { compact } from '../catalogue/compact.js';
import type { CampaignOffer } from '../catalogue/types.js';
import type { Subject } from '../checks/check.js';
import type { ResultTerms } from '../search/search-record.js';
import { amountOf, ofProgram, type Amount } from './amount.js';

type WithPayouts = Pick<CampaignOffer, 'payout_cents' | 'program_payouts_cents' | 'timed_amounts'>;

/** The client's payout for a program, else the campaign's payout for the offer. Undefined: none configured. */
export const payoutAmount = (campaignOffer: WithPayouts, program?: string): Amount | undefined =>
  amountOf(campaignOffer, ofProgram(campaignOffer.program_payouts_cents, program), 'payout', program) ??
  amountOf(campaignOffer, campaignOffer.payout_cents, 'payout');

/** The same in cents. */
export const payoutFor = (campaignOffer: WithPayouts, program?: string): number | undefined =>
  payoutAmount(campaignOffer, program)?.cents;

/** The highest of some payouts in cents. Undefined when none is configured. */
export function highest(payouts: readonly (number | undefined)[]): number | undefined {
  const configured = payouts.filter((cents) => cents !== undefined);
  return configured.length === 0 ? undefined : Math.max(...configured);
}

const MILLION = 1_000_000;

/**
 * The client's payout for a partner's result. If the offer has a `payout_share`, it is that share of the
 * partner's bid, rounded down; without a bid there is no payout. Else it is the campaign's configured payout. The
 * share is counted in millionths, because 0.29 × 100 is less than 29 in floating point.
 */
export function partnerPayout(
  campaignOffer: CampaignOffer,
  bid_cents: number | undefined,
  program?: string,
): Amount | undefined {
  const share = campaignOffer.offer.partner?.payout_share;
  if (share === undefined) return payoutAmount(campaignOffer, program);
  if (bid_cents === undefined || bid_cents < 0) return undefined;
  return { cents: Math.floor((bid_cents * Math.round(share * MILLION)) / MILLION) };
}

/** Converts cents to the decimal number of an answer: 4250 → 42.5. */
export const toMoney = (cents: number): number => cents / 100;

/** A program, and what counts of the terms that were shown. */
interface Shown extends Pick<Subject, 'program'> {
  readonly terms: Pick<ResultTerms, 'programs' | 'base_payout_cents' | 'base_payout_change'> | undefined;
}

/**
 * The client's payout if the lead is accepted: from the terms, or on a direct post from the present campaign. Terms stay
 * valid after the offer has left the campaign, and after a timed change of the payout has ended.
 */
export function payoutOf(
  { terms, program }: Shown,
  campaignOffer: CampaignOffer | undefined,
): Amount | undefined {
  if (!terms) return campaignOffer && payoutAmount(campaignOffer, program);
  const shown = terms.programs.find(({ value }) => value === program);
  return (
    shownAmount(shown?.payout_cents, shown?.payout_change) ??
    shownAmount(terms.base_payout_cents, terms.base_payout_change)
  );
}

const shownAmount = (cents: number | undefined, change: number | undefined): Amount | undefined =>
  cents === undefined ? undefined : compact({ cents, change });
