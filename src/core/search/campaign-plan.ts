import type { Campaign, CampaignOffer, Cap } from '../catalogue/types.js';
import { unavailable } from '../checks/active.js';
import { missingFields } from '../checks/required-fields.js';
import type { LeadData } from '../lead/lead-data.js';
import type { OfferVerdict } from './search-record.js';
import type { LeadField } from '../lead/fields.js';

/** What a search needs to know of one campaign offer. It depends on the catalogue alone, so it is computed once. */
export interface PlannedOffer {
  readonly line: CampaignOffer;
  /** Why it can't be sold for the campaign's affiliate. Undefined: it can. */
  readonly unavailable: string | undefined;
  /** What the offer or a program of it requires. */
  readonly required: readonly LeadField[];
  /** Every cap that may count a sale of this offer in this campaign. */
  readonly caps: readonly Cap[];
  /** The position of its first program among those of all offers of the campaign. */
  readonly first_program: number;
  /** Its verdict if it is returned with all its programs. */
  readonly returned: OfferVerdict;
}

export interface CampaignPlan {
  /** In the campaign's order. */
  readonly offers: readonly PlannedOffer[];
  /** What any of them requires. */
  readonly required: readonly LeadField[];
}

/** A campaign never changes: a new version of the catalogue has new ones. */
const plans = new WeakMap<Campaign, CampaignPlan>();

export function planOf(campaign: Campaign): CampaignPlan {
  const known = plans.get(campaign);
  if (known) return known;
  let first_program = 0;
  const offers = [...campaign.offers.values()].map((line): PlannedOffer => {
    const { offer } = line;
    const planned = {
      line,
      unavailable: unavailable({
        affiliate_id: campaign.affiliate.id,
        campaign,
        offer,
        campaign_offer: line,
      }),
      required: [...new Set([offer, ...offer.programs].flatMap(({ required_fields }) => required_fields))],
      caps: capsOfLine(campaign, line),
      first_program,
      returned: { offer_id: offer.id, returned: true },
    };
    first_program += offer.programs.length;
    return planned;
  });
  const plan = { offers, required: [...new Set(offers.flatMap(({ required }) => required))] };
  plans.set(campaign, plan);
  return plan;
}

/** What of the fields that the campaign's offers require the lead does not have, in the plan's order. */
export const lackingIn = (campaign: Campaign, lead: LeadData): ReadonlySet<LeadField> =>
  new Set(missingFields(planOf(campaign).required, lead));

/** Those of them that this offer or a program of it requires. */
export const lackedOf = (
  { required }: Pick<PlannedOffer, 'required'>,
  lacking: ReadonlySet<LeadField>,
): readonly LeadField[] => (lacking.size === 0 ? [] : required.filter((field) => lacking.has(field)));

/** Every cap that may count a sale of this offer in this campaign. */
export function capsOfLine(campaign: Campaign, { offer, caps }: CampaignOffer): readonly Cap[] {
  return [offer.caps, offer.buyer.caps, campaign.caps, caps]
    .flat()
    .filter(({ program }) => program === undefined || offer.programs.some(({ value }) => value === program));
}
