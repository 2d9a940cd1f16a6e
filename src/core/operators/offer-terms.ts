import type { Campaign, Offer } from '../catalogue/types.js';
import { ruleWords } from '../checks/rule-words.js';
import { priceFor } from '../money/price.js';
import type { NameEntry, Named } from './names.js';

/** What an offer takes and pays. Money is in cents of the books' currency; null: nothing is configured. */
export interface OfferTerms {
  /** Whom its rules take, in words; every rule must hold. */
  readonly rules: readonly string[];
  readonly programs: readonly {
    readonly value: string;
    readonly label: string;
    readonly price_cents: number | null;
    /** The rules of this program alone. */
    readonly rules: readonly string[];
  }[];
  readonly price_cents: number | null;
  /** Of each campaign, where a program has no amount of its own. */
  readonly paid: readonly {
    readonly campaign: Named;
    readonly price_cents: number | null;
    readonly payout_cents: number | null;
  }[];
}

/** The terms of an offer, and on which campaigns. */
export const offerTerms = (offer: Offer, campaigns: readonly Campaign[], name: NameEntry): OfferTerms => ({
  rules: offer.eligibility.map(ruleWords),
  price_cents: offer.price_cents ?? null,
  programs: offer.programs.map(({ value, label, price_cents, eligibility }) => ({
    ...{ value, label, price_cents: price_cents ?? offer.price_cents ?? null },
    rules: eligibility.map(ruleWords),
  })),
  paid: campaigns.flatMap(({ id, offers }) => {
    const own = offers.get(offer.id);
    if (!own) return [];
    return {
      campaign: name('campaigns', id),
      price_cents: priceFor(own) ?? null,
      payout_cents: own.payout_cents ?? null,
    };
  }),
});
