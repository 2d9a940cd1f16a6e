import type { CampaignOffer, Cap, Offer, Program } from '../catalogue/types.js';
import { bucketsFor } from '../caps/cap-buckets.js';
import { windowOf, type CapBucket } from '../caps/windows.js';
import { sendableAt, sendableAtBy } from '../catalogue/hours.js';
import { refusedFor } from '../checks/active.js';
import type { Facts, Subject } from '../checks/check.js';
import { ineligible, saidOf } from '../checks/eligibility.js';
import { firstRefusal } from '../checks/index.js';
import { deliveryDestination } from '../destination-gate/destination.js';
import type { ClaimedIdentity } from '../duplicates/claim-owner.js';
import { ownersInTheWay } from '../duplicates/claim-status.js';
import type { Refusal } from '../refusal.js';
import type { Suppression } from '../suppression/suppression.js';
import type { PlannedOffer } from './campaign-plan.js';
import type { OfferVerdict } from './search-record.js';
import type { SearchContext, FilteredOffers } from './filter-offers.js';

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

/** Refuses an offer, and programs of an offer that is not refused. */
interface Refusals {
  refusal(planned: PlannedOffer): Refusal | undefined;
  programsOut(planned: PlannedOffer): readonly ProgramOut[];
}

/** How each offer that was left by the rules is refused. */
export function refusalsBy(
  context: SearchContext,
  facts: SearchFacts,
  filtered: FilteredOffers,
): (planned: PlannedOffer) => Refusals {
  const [rules, checks] = [byRules(context, filtered), byChecks(context, facts)];
  const rulesSuffice = nothingShared(context, facts);
  return (planned) => (rulesSuffice(planned) ? rules : checks);
}

/** Whether only the catalogue and the lead can refuse an offer: most persons are new, and most caps have room. */
function nothingShared(
  { search, now }: SearchContext,
  { suppressions, held, isFull }: SearchFacts,
): (planned: PlannedOffer) => boolean {
  if (suppressions.length > 0 || held.length > 0 || search.slots.length > 0) return () => false;
  if (!isFull) return () => true;
  const leaves = sendableAtBy(now);
  return ({ line, caps }) => {
    const at = leaves(line.offer.buyer);
    return !caps.some((cap) => isFull(windowOf(cap, at)));
  };
}

const NONE_OUT: readonly ProgramOut[] = [];

/** All checks, for each offer and program by itself. */
const byChecks = (context: SearchContext, facts: SearchFacts): Refusals => ({
  refusal: ({ line }) => refusalOf(context, facts, line, undefined),
  programsOut: ({ line }) => programsOut(context, facts, line),
});

/** The same where no check but `active` and `eligibility` refuses anything. What they say is known. */
function byRules({ search, campaign }: SearchContext, { failing }: FilteredOffers): Refusals {
  const ofPrograms = failing.subarray(campaign.offers.size);
  const allHold = ofPrograms.every((number) => number === 0);
  return {
    refusal: ({ unavailable }) => refusedFor(unavailable),
    programsOut: ({ line, first_program: first }) =>
      allHold
        ? NONE_OUT
        : line.offer.programs.flatMap(({ value: program, eligibility }, nth) => {
            const rule = eligibility[(ofPrograms[first + nth] ?? 0) - 1];
            return rule ? [{ program, refusal: ineligible(rule, saidOf(rule, search.lead)) }] : [];
          }),
  };
}

/** The programs of the offer that the lead may not take, and those that are full. The offer itself is not refused. */
function programsOut(
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
