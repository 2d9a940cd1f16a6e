import type { Campaign, CampaignOffer, Catalogue, Offer } from '../catalogue/types.js';
import { ruleWords } from '../checks/rule-words.js';
import { partnerPayout } from '../money/payout.js';
import { priceFor } from '../money/price.js';
import type { NameEntry } from './names.js';

/** What an offer takes and pays, and on which campaigns. Money is in cents of the books' currency; null: nothing is configured. */
export const offerTerms = (offer: Offer, campaigns: readonly Campaign[], name: NameEntry) => ({
  rules: offer.eligibility.map(ruleWords),
  price_cents: offer.price_cents ?? null,
  programs: offer.programs.map(({ value, label, price_cents, eligibility }) => ({
    ...{ value, label, price_cents: price_cents ?? offer.price_cents ?? null },
    rules: eligibility.map(ruleWords),
  })),
  paid: campaigns.flatMap(({ id, offers }) => {
    const own = offers.get(offer.id);
    if (!own) return [];
    return { campaign: name('campaigns', id), ...moneyOf(own) };
  }),
});

/** What the buyer pays and the affiliate earns through a campaign: with no program, and with each. Of a partner, what is known without a bid. */
export const moneyOf = (own: CampaignOffer) => ({
  ...amountsOf(own),
  is_bid: own.offer.kind === 'partner',
  programs: own.offer.programs.map(({ value, label }) => ({ value, label, ...amountsOf(own, value) })),
});

const amountsOf = (own: CampaignOffer, program?: string) => ({
  price_cents: priceFor(own, program) ?? null,
  payout_cents: partnerPayout(own, undefined, program)?.cents ?? null,
});

/** The ids of the offers that sell at no amount while an affiliate is paid. A partner's price is its bid. */
export const unpricedOffers = ({ campaigns }: Pick<Catalogue, 'campaigns'>): ReadonlySet<string> =>
  new Set(
    [...campaigns.values()]
      .filter(({ status }) => status !== 'retired')
      .flatMap(({ offers }) => [...offers.values()])
      .filter((own) => own.offer.status !== 'retired' && isUnpriced(own))
      .map(({ offer }) => offer.id),
  );

function isUnpriced(own: CampaignOffer): boolean {
  const { programs, is_bid, ...alone } = moneyOf(own);
  if (is_bid) return false;
  return (programs.length > 0 ? programs : [alone]).some(
    ({ price_cents: price, payout_cents: payout }) => price === null && payout !== null && payout > 0,
  );
}
