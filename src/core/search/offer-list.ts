import { hash } from 'node:crypto';
import type { Campaign } from '../catalogue/types.js';
import { missingFields } from '../checks/required-fields.js';
import type { LeadField } from '../lead/fields.js';
import type { LeadData } from '../lead/lead-data.js';
import { planOf } from './campaign-plan.js';
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

const DIGEST_LENGTH = 32;

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
  const { offers, required } = planOf(campaign);
  if (results.length < FEWEST || offers.length > results.length * MAX_OFFERS_FOR_A_RESULT) return undefined;
  const lacking = missingFields(required, lead);
  const ofCampaign = lists.get(campaign) ?? new Map<string, NamedList>();
  lists.set(campaign, ofCampaign);
  const name = lacking.join();
  const known = ofCampaign.get(name);
  if (known || ofCampaign.size >= MAX_LISTS) return known;
  const made = makeList(campaign, lead, new Set(lacking));
  ofCampaign.set(name, made);
  return made;
}

/** `lacking`: what of the fields that the campaign's offers require the lead does not have. */
function makeList(campaign: Campaign, lead: LeadData, lacking: ReadonlySet<LeadField>): NamedList {
  const direct = planOf(campaign).offers.filter(({ line }) => line.offer.kind !== 'partner');
  const offers = direct.map(({ line }) => line.offer.id);
  const terms = direct.map(({ line, required }) =>
    termsIdOf(
      sharedTermsOf({
        campaign_offer: line,
        programs: line.offer.programs,
        lacked: required.filter((field) => lacking.has(field)),
        lead,
      }),
    ),
  );
  const list = { offers, terms, priorities: direct.map(({ line }) => line.priority) };
  const id = hash('sha256', JSON.stringify([offers, terms, list.priorities]), 'base64url');
  return {
    id: id.slice(0, DIGEST_LENGTH),
    list,
    placeOf: new Map(offers.map((offer, place) => [offer, place])),
  };
}
