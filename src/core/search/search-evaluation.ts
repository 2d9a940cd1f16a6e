import type { Campaign, CampaignOffer, Cap, Offer, Program } from '../catalogue/types.js';
import { bucketsFor, bucketNameOf } from '../caps/cap-buckets.js';
import type { Facts, Subject } from '../checks/check.js';
import { firstRefusal } from '../checks/index.js';
import { deliveryDestination } from '../destination-gate/destination.js';
import { ownersInTheWay } from '../duplicates/claim-status.js';
import type { ClaimedIdentity } from '../duplicates/claim-owner.js';
import type { Geo } from '../lead/geo.js';
import type { CapBucket } from '../caps/windows.js';
import type { SearchRecord, StoredResult, OfferVerdict } from './search-record.js';
import type { Refusal } from '../refusal.js';
import type { Suppression } from '../suppression/suppression.js';
import { directResult } from './results.js';

/** The shared records that a search reads once for all its offers. */
export interface SearchFacts {
  /** Entries of the suppression list under the person's keyed hashes. */
  readonly suppressions: readonly Suppression[];
  readonly held: readonly ClaimedIdentity[];
  /** Whether the bucket's cap is at its limit. */
  readonly isFull: (bucket: CapBucket) => boolean;
  /** Ids of the destinations that get no requests at this moment. */
  readonly down: ReadonlySet<string>;
}

export interface SearchContext {
  readonly search: SearchRecord;
  readonly campaign: Campaign;
  readonly now: Date;
  readonly geo: Geo;
  readonly newId: () => string;
}

export interface Evaluated {
  readonly results: readonly StoredResult[];
  readonly verdicts: readonly OfferVerdict[];
  /** Partner offers that passed the checks and will be asked. */
  readonly partners: readonly CampaignOffer[];
}

/** All cap buckets that the campaign's offers need, for a single read of the ledger. */
export function bucketsOfCampaign(campaign: Campaign, now: Date): CapBucket[] {
  const buckets = [...campaign.offers.values()].flatMap((campaignOffer) =>
    [undefined, ...campaignOffer.offer.programs.map(({ value }) => value)].flatMap((program) =>
      bucketsFor({ campaign, campaign_offer: campaignOffer, program }, now),
    ),
  );
  return [...new Map(buckets.map((bucket) => [bucketNameOf(bucket), bucket])).values()];
}

/** Runs the checks over every offer of the campaign and its programs. */
export function evaluateSearch(context: SearchContext, facts: SearchFacts): Evaluated {
  const results: StoredResult[] = [];
  const verdicts: OfferVerdict[] = [];
  const partners: CampaignOffer[] = [];
  for (const campaignOffer of context.campaign.offers.values()) {
    const refusal =
      refusalOf(context, facts, campaignOffer, undefined) ??
      partnerTestRefusal(context, campaignOffer) ??
      downRefusal(facts, campaignOffer.offer);
    if (refusal) {
      verdicts.push({ offer_id: campaignOffer.offer.id, returned: false, refusal });
      continue;
    }
    if (campaignOffer.offer.kind === 'partner') {
      partners.push(campaignOffer);
      continue;
    }
    const { verdict, result } = evaluatePrograms(context, facts, campaignOffer);
    verdicts.push(verdict);
    if (result) results.push(result);
  }
  return { results, verdicts, partners };
}

/** A test search sends no data to a partner without a test address. */
function partnerTestRefusal({ search }: SearchContext, { offer }: CampaignOffer): Refusal | undefined {
  if (!search.is_test || !offer.partner || offer.partner.search.test_url !== undefined) return undefined;
  return { check: 'test_lead', code: 'TEST_LEAD_HELD', why: 'no_test_address' };
}

/**
 * An offer whose destination is down is not returned, because its leads would have to wait. A partner offer is still
 * asked: the partner itself says what it has.
 */
function downRefusal({ down }: SearchFacts, offer: Offer): Refusal | undefined {
  const { id, breaker } = deliveryDestination(offer);
  if (offer.kind === 'partner' || breaker.offer_while_open || !down.has(id)) return undefined;
  return { check: 'destination', code: 'OFFER_UNAVAILABLE', why: 'destination_down' };
}

function evaluatePrograms(context: SearchContext, facts: SearchFacts, campaignOffer: CampaignOffer) {
  const { search, campaign, now } = context;
  const out: { program: string; refusal: Refusal }[] = [];
  const kept: Program[] = [];
  for (const program of campaignOffer.offer.programs) {
    const refusal = refusalOf(context, facts, campaignOffer, program.value);
    if (refusal) out.push({ program: program.value, refusal });
    else kept.push(program);
  }
  const [first] = out;
  if (first && kept.length === 0)
    return {
      verdict: {
        offer_id: campaignOffer.offer.id,
        returned: false,
        refusal: first.refusal,
        programs_out: out,
      },
    };
  const id = context.newId();
  const result = directResult({
    id,
    round: search.round,
    campaign,
    campaign_offer: campaignOffer,
    programs: kept,
    lead: search.lead,
    now,
  });
  const verdict = {
    offer_id: campaignOffer.offer.id,
    returned: true,
    ...(out.length > 0 ? { programs_out: out } : {}),
  };
  return { verdict, result };
}

function refusalOf(
  { search, campaign, now, geo }: SearchContext,
  { held, isFull, suppressions }: SearchFacts,
  campaignOffer: CampaignOffer,
  program: string | undefined,
): Refusal | undefined {
  const { offer } = campaignOffer;
  const subject: Subject = {
    now,
    received_at: now,
    is_test: search.is_test,
    lead: search.lead,
    campaign,
    offer,
    campaign_offer: campaignOffer,
    program,
    terms: undefined,
    consent: null,
    answers: {},
    geo,
  };
  const full: Cap[] = bucketsFor({ campaign, campaign_offer: campaignOffer, program }, now)
    .filter(isFull)
    .map(({ cap }) => cap);
  const place = { offer: offer.id, buyer: offer.buyer.id };
  const owners = ownersInTheWay(held, search.identities, offer.duplicates, place, now);
  const factsOfOffer: Facts = { suppressions, slots: search.slots, holders: owners, full };
  return firstRefusal(subject, 'search', factsOfOffer);
}
