import type { CampaignOffer, Catalogue, Offer, Program } from '../catalogue/types.js';
import type { Subject } from '../checks/check.js';
import { isStillPartners } from '../search/partner-terms.js';
import type { ResultTerms } from '../search/search-record.js';
import { amountOf, ofProgram, type Amount } from './amount.js';
import type { AttemptMoney } from './entry.js';
import { payoutOf } from './payout.js';

/** What a campaign and its offer say of prices, compiled or as in a document. */
interface WithPrices extends Pick<CampaignOffer, 'price_cents' | 'program_prices_cents' | 'timed_amounts'> {
  readonly offer: Pick<Offer, 'price_cents' | 'timed_amounts'> & {
    readonly programs: readonly Pick<Program, 'value' | 'price_cents'>[];
  };
}

/**
 * What the buyer pays for a lead of a program. The most specific price counts: the campaign's for the program, the
 * campaign's for the offer, the program's, the offer's. Undefined: no price is configured, which is not 0.
 */
export function priceAmount(campaignOffer: WithPrices, program?: string): Amount | undefined {
  const { offer, price_cents, program_prices_cents = {} } = campaignOffer;
  const known = offer.programs.find(({ value }) => value === program);
  return (
    amountOf(campaignOffer, ofProgram(program_prices_cents, program), 'price', program) ??
    amountOf(campaignOffer, price_cents, 'price') ??
    amountOf(offer, known?.price_cents, 'price', program) ??
    amountOf(offer, offer.price_cents, 'price')
  );
}

/** The same in cents. */
export const priceFor = (campaignOffer: WithPrices, program?: string): number | undefined =>
  priceAmount(campaignOffer, program)?.cents;

/** A program, and what counts of the terms that were shown. */
interface Priced extends Pick<Subject, 'program'> {
  readonly terms: Pick<ResultTerms, 'bid_cents' | 'buyer_id'> | undefined;
}

/**
 * What the buyer pays if it accepts the lead. A partner pays its own bid of the result that was shown. Without a bid, and
 * for every direct offer, the present configured price counts. Undefined: no price is known.
 */
export function priceOf({ terms, program }: Priced, campaignOffer: CampaignOffer): Amount | undefined {
  const bid = terms && isStillPartners(terms, campaignOffer.offer) ? terms.bid_cents : undefined;
  return bid === undefined ? priceAmount(campaignOffer, program) : { cents: bid };
}

/** What an acceptance of an attempt that leaves now is booked with. Null: nothing is configured. */
export function attemptMoney(
  subject: Pick<Subject, 'terms' | 'program'>,
  campaignOffer: CampaignOffer,
  { version, books }: Pick<Catalogue, 'version' | 'books'>,
): AttemptMoney {
  const price = priceOf(subject, campaignOffer);
  const payout = payoutOf(subject, campaignOffer);
  const changes = [price?.change, payout?.change].filter((change) => change !== undefined);
  return {
    price_cents: price?.cents ?? null,
    payout_cents: payout?.cents ?? null,
    currency: books.currency,
    catalogue_version: version,
    ...(changes.length > 0 && { timed_changes: changes }),
  };
}
