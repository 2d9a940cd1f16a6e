import type { CampaignOffer, Catalogue } from '../catalogue/types.js';
import type { Subject } from '../checks/check.js';
import { isStillPartners } from '../search/partner-terms.js';
import type { ResultTerms } from '../search/search-record.js';
import type { AttemptMoney } from './entry.js';
import { payoutOf } from './payout.js';

/**
 * What the buyer pays in cents for a lead of a program. The most specific price counts: the campaign's for the
 * program, the campaign's for the offer, the program's, the offer's. Undefined: no price is configured, which is not 0.
 */
export function priceFor(campaignOffer: CampaignOffer, program?: string): number | undefined {
  const { offer, price_cents, program_prices_cents = {} } = campaignOffer;
  const own =
    program !== undefined && Object.hasOwn(program_prices_cents, program)
      ? program_prices_cents[program]
      : undefined;
  const ofProgram = offer.programs.find(({ value }) => value === program)?.price_cents;
  return own ?? price_cents ?? ofProgram ?? offer.price_cents;
}

/** A program, and what counts of the terms that were shown. */
interface Priced extends Pick<Subject, 'program'> {
  readonly terms: Pick<ResultTerms, 'bid_cents' | 'buyer_id'> | undefined;
}

/**
 * What the buyer pays in cents if it accepts the lead. A partner pays its own bid of the result that was shown. Without
 * a bid, and for every direct offer, the present configured price counts. Undefined: no price is known.
 */
export function priceOf({ terms, program }: Priced, campaignOffer: CampaignOffer): number | undefined {
  const bid = terms && isStillPartners(terms, campaignOffer.offer) ? terms.bid_cents : undefined;
  return bid ?? priceFor(campaignOffer, program);
}

/** What an acceptance of an attempt that leaves now is booked with. Null: nothing is configured. */
export function attemptMoney(
  subject: Pick<Subject, 'terms' | 'program'>,
  campaignOffer: CampaignOffer,
  { version, books }: Pick<Catalogue, 'version' | 'books'>,
): AttemptMoney {
  return {
    price_cents: priceOf(subject, campaignOffer) ?? null,
    payout_cents: payoutOf(subject, campaignOffer) ?? null,
    currency: books.currency,
    catalogue_version: version,
  };
}
