import type { CatalogueDocument } from '../catalogue/document.js';
import { namesOf } from '../catalogue/names-of.js';
import type { CampaignOffer, Catalogue } from '../catalogue/types.js';
import { payoutAmount, payoutOf } from '../money/payout.js';
import { priceFor } from '../money/price.js';
import type { ResultTerms } from '../search/search-record.js';
import type { AmountField } from './timed-change.js';

/** How many results of a campaign show the same payouts, and can still be submitted. */
export interface OpenResults {
  readonly campaign_id: string;
  readonly results: number;
  readonly terms: Pick<ResultTerms, 'programs' | 'base_payout_cents'>;
}

/** How many open results of an offer could sell below the payout that they show, by the prices of this catalogue. */
export const countBelow = (
  { campaigns }: Pick<Catalogue, 'campaigns'>,
  offerId: string,
  open: readonly OpenResults[],
): number =>
  open
    .filter(({ campaign_id, terms }) => {
      const line = campaigns.get(campaign_id)?.offers.get(offerId);
      const choices = terms.programs.length === 0 ? [undefined] : terms.programs.map(({ value }) => value);
      return choices.some((program) => {
        const payout = payoutOf({ terms, program }, line);
        return line !== undefined && isBelow(priceFor(line, program), payout?.cents);
      });
    })
    .reduce((sum, { results }) => sum + results, 0);

/** The campaigns on which what is sold from now on would earn less than it pays, by their handles. */
export function losingCampaigns(
  { campaigns }: Pick<Catalogue, 'campaigns'>,
  { kind, entry_id, offer_id = entry_id }: AmountField,
): string[] {
  return [...campaigns.values()].flatMap(({ id, handle, status, offers }) => {
    const line = offers.get(offer_id);
    if (!line || status === 'retired' || (kind === 'campaign' && id !== entry_id)) return [];
    return loses(line) ? [handle] : [];
  });
}

/** A partner that pays a share of its bid pays less than the bid. */
const loses = (line: CampaignOffer): boolean =>
  line.offer.partner?.payout_share === undefined &&
  (line.offer.programs.length === 0 ? [undefined] : line.offer.programs.map(({ value }) => value)).some(
    (program) => isBelow(priceFor(line, program), payoutAmount(line, program)?.cents),
  );

const isBelow = (price: number | undefined, payout: number | undefined): boolean =>
  price !== undefined && payout !== undefined && price < payout;

/** What has an amount of its own, which the change leaves: `program msn`, `campaign northwind-edu`. */
export function keepsOwn(document: CatalogueDocument, field: AmountField): string[] {
  const { what, program, entry_id, offer_id } = field;
  const programs = (values: readonly string[]) => values.map((value) => `program ${value}`);
  if (offer_id !== undefined) {
    const line = document.campaigns
      .find(({ id }) => id === entry_id)
      ?.offers.find((one) => one.offer_id === offer_id);
    const own = what === 'price' ? line?.program_prices_cents : line?.program_payouts_cents;
    return program === undefined ? programs(Object.keys(own ?? {})) : [];
  }
  const offer = document.offers.find(({ id }) => id === entry_id);
  const priced = (offer?.programs ?? []).filter(({ price_cents }) => price_cents !== undefined);
  const names = namesOf(document);
  const campaigns = document.campaigns.flatMap(({ id, status, offers }) => {
    const line = offers.find((one) => one.offer_id === entry_id);
    const own = Object.keys(line?.program_prices_cents ?? {});
    const hasOwn =
      line?.price_cents !== undefined || (program === undefined ? own.length > 0 : own.includes(program));
    return status !== 'retired' && hasOwn ? [`campaign ${names(id)}`] : [];
  });
  return [...(program === undefined ? programs(priced.map(({ value }) => value)) : []), ...campaigns];
}
