import type { Campaign } from '../catalogue/types.js';
import type { LeadField } from '../lead/fields.js';
import type { LeadData } from '../lead/lead-data.js';
import { lackedOf, lackingIn, planOf } from './campaign-plan.js';
import { contentId } from './content-id.js';
import { sharedTermsOf } from './results.js';
import { termsIdOf } from './shared-terms.js';

/**
 * The direct offers of a campaign in its order, with the terms that all people have who lack the same fields and may take
 * all programs. It is stored once, and results of many offers are told by their places in it. It names terms of offers too
 * that nobody was shown yet, and these are not stored.
 */
export interface OfferList {
  readonly offers: readonly string[];
  /** The ids of their terms (`termsIdOf`). */
  readonly terms: readonly string[];
  readonly priorities: readonly number[];
}

/** `id`: a hash of the content, so equal lists have one id in every process and version of the catalogue. */
export interface NamedList {
  readonly id: string;
  readonly list: OfferList;
  readonly placeOf: ReadonlyMap<string, number>;
}

/** Fewer results name their offers themselves. */
const FEWEST = 50;

/** So do fewer than one in so many offers of the list: the terms of all would be made for them. */
const MAX_OFFERS_FOR_A_RESULT = 4;

/** Lists of a campaign. Which fields an affiliate leaves out is its choice, so their number has a limit. */
const MAX_LISTS = 8;

/** A campaign never changes: a new version of the catalogue has new ones. */
const lists = new WeakMap<Campaign, Map<string, NamedList>>();

/**
 * The list of a campaign's offers for a lead, to which the results of a run may refer. Undefined: they are too few, or too many
 * lists were made.
 */
export function listFor(
  results: readonly unknown[],
  campaign: Campaign,
  lead: LeadData,
): NamedList | undefined {
  const { offers } = planOf(campaign);
  if (results.length < FEWEST || offers.length > results.length * MAX_OFFERS_FOR_A_RESULT) return undefined;
  const lacking = lackingIn(campaign, lead);
  const ofCampaign = lists.get(campaign) ?? new Map<string, NamedList>();
  lists.set(campaign, ofCampaign);
  const name = [...lacking].join();
  const known = ofCampaign.get(name);
  if (known || ofCampaign.size >= MAX_LISTS) return known;
  const made = makeList(campaign, lead, lacking);
  ofCampaign.set(name, made);
  return made;
}

function makeList(campaign: Campaign, lead: LeadData, lacking: ReadonlySet<LeadField>): NamedList {
  const direct = planOf(campaign).offers.filter(({ line }) => line.offer.kind !== 'partner');
  const offers = direct.map(({ line }) => line.offer.id);
  const terms = direct.map((planned) => {
    const { line } = planned;
    const { programs } = line.offer;
    return termsIdOf(
      sharedTermsOf({ campaign_offer: line, programs, lacked: lackedOf(planned, lacking), lead }),
    );
  });
  const list = { offers, terms, priorities: direct.map(({ line }) => line.priority) };
  return {
    id: contentId(JSON.stringify([offers, terms, list.priorities])),
    list,
    placeOf: new Map(offers.map((offer, place) => [offer, place])),
  };
}
