import type { CampaignOffer, Cap, Offer, Program } from '../catalogue/types.js';
import { bucketsFor } from '../caps/cap-buckets.js';
import type { CapBucket } from '../caps/windows.js';
import { sendableAt } from '../catalogue/opening-hours.js';
import type { Facts, Subject } from '../checks/check.js';
import { firstRefusal } from '../checks/index.js';
import { deliveryDestination } from '../destination-gate/destination.js';
import type { ClaimedIdentity } from '../duplicates/claim-owner.js';
import { ownersInTheWay } from '../duplicates/claim-status.js';
import type { Refusal } from '../refusal.js';
import type { Suppression } from '../suppression/suppression.js';
import type { OfferVerdict } from './search-record.js';
import type { SearchContext } from './filter-offers.js';

/** The shared records that a search reads once for all its offers. */
export interface SearchFacts {
  /** Entries of the suppression list under the person's keyed hashes. */
  readonly suppressions: readonly Suppression[];
  readonly held: readonly ClaimedIdentity[];
  /** Whether the bucket's cap is at its limit. Absent: none is. */
  readonly isFull?: (bucket: CapBucket) => boolean;
  /** Ids of the destinations that get no requests at this moment. */
  readonly down: ReadonlySet<string>;
}

/** A program that an offer leaves out for this lead, and why. */
export type ProgramOut = NonNullable<OfferVerdict['programs_out']>[number];

/** The programs of the offer that the lead may not take, and those that are full. The offer itself is not refused. */
export function programsOut(
  context: SearchContext,
  facts: SearchFacts,
  campaignOffer: CampaignOffer,
): readonly ProgramOut[] {
  // Without rules of its own and full caps, a program is refused only if the offer is.
  const mayBeRefused = ({ eligibility }: Program): boolean =>
    eligibility.length > 0 || facts.isFull !== undefined;
  return campaignOffer.offer.programs.flatMap((program) => {
    const refusal = mayBeRefused(program) && refusalOf(context, facts, campaignOffer, program.value);
    return refusal ? [{ program: program.value, refusal }] : [];
  });
}

/** The same for an offer whose partner answers: its answer may name them. What was sold meanwhile is left out of account. */
export const partnerProgramsOut = (
  { search, ...context }: SearchContext,
  isFull: SearchFacts['isFull'],
  campaignOffer: CampaignOffer,
): readonly ProgramOut[] =>
  programsOut(
    { ...context, search: { ...search, slots: [] } },
    { suppressions: [], held: [], down: new Set(), ...(isFull && { isFull }) },
    campaignOffer,
  );

/** How the offer is refused, or one of its programs if the offer itself is not. */
export function refusalOf(
  { search, campaign, now, geo }: SearchContext,
  { held, isFull, suppressions }: SearchFacts,
  campaignOffer: CampaignOffer,
  program?: string,
): Refusal | undefined {
  const { offer } = campaignOffer;
  const subject: Subject = {
    now,
    received_at: now,
    is_test: search.is_test,
    affiliate_id: search.affiliate_id,
    lead: search.lead,
    campaign,
    offer,
    campaign_offer: campaignOffer,
    program,
    terms: undefined,
    consent: null,
    answers: {},
    geo,
    // `filterOffers` left the offer in, so they do, unless it is unavailable, which is refused first.
    rules_hold: true,
  };
  const full_caps: Cap[] = isFull
    ? bucketsFor({ campaign, campaign_offer: campaignOffer, program }, sendableAt(offer.buyer, now))
        .filter(isFull)
        .map(({ cap }) => cap)
    : [];
  const place = { offer: offer.id, buyer: offer.buyer.id };
  const owners =
    held.length === 0 ? [] : ownersInTheWay(held, search.identities, offer.duplicates, place, now);
  const factsOfOffer: Facts = { suppressions, slots: search.slots, owners, full_caps };
  return firstRefusal(subject, 'search', factsOfOffer);
}

/** A test search sends no data to a partner without a test address. */
export function partnerTestRefusal({ search }: SearchContext, offer: Offer): Refusal | undefined {
  if (!search.is_test || !offer.partner || offer.partner.search.test_url !== undefined) return undefined;
  return { check: 'test_lead', code: 'TEST_LEAD_HELD', why: 'no_test_address' };
}

/**
 * An offer whose destination is down is not returned, because its leads would have to wait. A partner offer is still
 * asked: the partner itself says what it has.
 */
export function downRefusal({ down }: SearchFacts, offer: Offer): Refusal | undefined {
  if (down.size === 0) return undefined;
  const { id, breaker } = deliveryDestination(offer);
  if (offer.kind === 'partner' || breaker.offer_while_open || !down.has(id)) return undefined;
  return { check: 'destination', code: 'OFFER_UNAVAILABLE', why: 'destination_down' };
}
