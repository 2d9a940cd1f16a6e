import type { Buyer, Campaign, CampaignOffer, Cap, Offer, Program } from '../catalogue/types.js';
import { bucketNameOf, bucketsFor } from '../caps/cap-buckets.js';
import { leavesAt } from '../catalogue/hours.js';
import { unavailable } from '../checks/active.js';
import { firstFailingRules } from '../checks/rule-index.js';
import { windowOf, type CapBucket } from '../caps/windows.js';
import { allVerdicts, packRuledOut } from './ruled-out.js';
import type { Facts, Subject } from '../checks/check.js';
import { firstRefusal } from '../checks/index.js';
import { deliveryDestination } from '../destination-gate/destination.js';
import { ownersInTheWay } from '../duplicates/claim-status.js';
import type { ClaimedIdentity } from '../duplicates/claim-owner.js';
import type { Geo } from '../lead/geo.js';
import type { OfferVerdict, RuledOut, SearchRecord, StoredResult } from './search-record.js';
import type { Refusal } from '../refusal.js';
import type { Suppression } from '../suppression/suppression.js';
import { directResult } from './results.js';

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
  /** The offers that have no verdict because a rule ruled them out. */
  readonly ruled_out?: RuledOut;
  /** Partner offers that passed the checks and will be asked. */
  readonly partners: readonly CampaignOffer[];
}

/** The offers of a campaign that no rule of theirs rules out, and which rule ruled out the others. */
export interface Sieved {
  readonly left: readonly CampaignOffer[];
  readonly ruled_out: RuledOut | undefined;
}

/** Looks at what needs no shared record, so that those are read only for the offers that are left. */
export function sieveOffers({ search, campaign, now, geo }: SearchContext): Sieved {
  const numbers = firstFailingRules(campaign, search.lead, now, geo);
  const left: CampaignOffer[] = [];
  let position = 0;
  for (const campaignOffer of campaign.offers.values()) {
    // What is paused is refused for that, whatever its rules say.
    if (unavailable({ campaign, offer: campaignOffer.offer, campaign_offer: campaignOffer }) !== undefined)
      numbers[position] = 0;
    if (numbers[position] === 0) left.push(campaignOffer);
    position += 1;
  }
  return { left, ruled_out: packRuledOut(campaign, numbers, search.round, search.lead) };
}

/**
 * All cap buckets that these offers need, for a single read of the ledger: those of the windows in which their leads would
 * leave.
 */
export function bucketsOfOffers(
  campaign: Campaign,
  offers: readonly CampaignOffer[],
  now: Date,
): CapBucket[] {
  const buckets = new Map<string, CapBucket>();
  const leaves = new Map<Buyer, Date>();
  for (const campaignOffer of offers) {
    const caps = capsOfLine(campaign, campaignOffer);
    if (caps.length === 0) continue;
    const { buyer } = campaignOffer.offer;
    const at = leaves.get(buyer) ?? leavesAt(buyer, now);
    leaves.set(buyer, at);
    for (const bucket of caps.map((cap) => windowOf(cap, at))) buckets.set(bucketNameOf(bucket), bucket);
  }
  return [...buckets.values()];
}

interface CapsOfLine {
  readonly campaign: Campaign;
  readonly caps: readonly Cap[];
}
const linesCaps = new WeakMap<CampaignOffer, CapsOfLine>();

/** Every cap that may count a sale of this offer in this campaign. */
export function capsOfLine(campaign: Campaign, campaignOffer: CampaignOffer): readonly Cap[] {
  const known = linesCaps.get(campaignOffer);
  if (known?.campaign === campaign) return known.caps;
  const { offer } = campaignOffer;
  const caps = [offer, offer.buyer, campaign, campaignOffer]
    .flatMap((owner) => owner.caps)
    .filter(({ program }) => program === undefined || offer.programs.some(({ value }) => value === program));
  linesCaps.set(campaignOffer, { campaign, caps });
  return caps;
}

/** Runs the checks over every offer of the campaign and its programs. Has a verdict for each offer. */
export function evaluateSearch(context: SearchContext, facts: SearchFacts): Evaluated {
  const { ruled_out, verdicts, ...evaluated } = evaluateSieved(context, facts, sieveOffers(context));
  return { ...evaluated, verdicts: allVerdicts(verdicts, ruled_out, context.campaign) };
}

/** The same, without verdicts for the offers that were ruled out. */
export function evaluateSieved(
  context: SearchContext,
  facts: SearchFacts,
  { left, ruled_out }: Sieved,
): Evaluated {
  const results: StoredResult[] = [];
  const verdicts: OfferVerdict[] = [];
  const partners: CampaignOffer[] = [];
  for (const campaignOffer of left) {
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
  return { results, verdicts, partners, ...(ruled_out && { ruled_out }) };
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

/** A program that an offer leaves out for this lead, and why. */
type ProgramOut = NonNullable<OfferVerdict['programs_out']>[number];

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

function evaluatePrograms(context: SearchContext, facts: SearchFacts, campaignOffer: CampaignOffer) {
  const { search, campaign, now } = context;
  const out = programsOut(context, facts, campaignOffer);
  const refused = new Set(out.map(({ program }) => program));
  const kept = campaignOffer.offer.programs.filter(({ value }) => !refused.has(value));
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
    // `sieveOffers` left the offer in, so they do, unless it is unavailable, which is refused first.
    rules_hold: true,
  };
  const full: Cap[] = isFull
    ? bucketsFor({ campaign, campaign_offer: campaignOffer, program }, leavesAt(offer.buyer, now))
        .filter(isFull)
        .map(({ cap }) => cap)
    : [];
  const place = { offer: offer.id, buyer: offer.buyer.id };
  const owners =
    held.length === 0 ? [] : ownersInTheWay(held, search.identities, offer.duplicates, place, now);
  const factsOfOffer: Facts = { suppressions, slots: search.slots, holders: owners, full };
  return firstRefusal(subject, 'search', factsOfOffer);
}
