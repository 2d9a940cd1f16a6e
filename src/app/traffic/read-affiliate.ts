import { entryIdBy, namesIn } from '../../core/operators/names.js';
import { moneyOf } from '../../core/operators/offer-terms.js';
import type { OfferPorts } from './read-offers.js';

interface Times {
  readonly from: Date;
  /** Absent: up to now. */
  readonly to?: Date;
}

/**
 * One affiliate, by its handle or id: its campaigns with what they pay, and what became of its leads. Undefined: the catalogue
 * has no such affiliate. Throws on an outage.
 */
export async function readAffiliate(ports: OfferPorts, text: string, times: Times) {
  const catalogue = ports.catalogue.current();
  const id = entryIdBy(catalogue, 'affiliates', text);
  const affiliate = id === undefined ? undefined : catalogue.affiliates.get(id);
  if (!affiliate) return undefined;
  const name = namesIn(catalogue);
  const campaigns = [...catalogue.campaigns.values()].filter(
    (campaign) => campaign.affiliate.id === affiliate.id && campaign.status !== 'retired',
  );
  const { time_zone: zone, currency } = catalogue.books;
  return {
    ...name('affiliates', affiliate.id),
    status: affiliate.status,
    campaigns: campaigns.map((campaign) => ({
      ...name('campaigns', campaign.id),
      status: campaign.status,
      offers: [...campaign.offers.values()]
        .filter(({ offer }) => offer.status !== 'retired')
        .map((own) => ({ ...name('offers', own.offer.id), status: own.offer.status, ...moneyOf(own) })),
    })),
    series: await ports.traffic.series({ ...times, zone }, { dimension: 'affiliate', value: affiliate.id }),
    as_of: ports.clock(),
    currency,
  };
}
