import type { Buyer, Campaign, CampaignOffer, Cap, Offer, Program } from '../catalogue/types.js';
import { bucketNameOf, bucketsFor } from '../caps/cap-buckets.js';
import { leavesAt } from '../catalogue/hours.js';
import { ineligible, saidOf } from '../checks/eligibility.js';
import { firstFailingRules, type FailingRules } from '../checks/rule-index.js';
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
import { isLacking } from '../questions/required-fields.js';
import type { LeadField } from '../lead/fields.js';
import { planOf, type PlannedOffer } from './campaign-plan.js';
import { firstResultId, resultIdAt } from './result-ids.js';
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
  readonly left: readonly PlannedOffer[];
  readonly ruled_out: RuledOut | undefined;
  readonly failing: FailingRules;
}

/** Looks at what needs no shared record, so that those are read only for the offers that are left. */
export function sieveOffers({ search, campaign, now, geo }: SearchContext): Sieved {
  const failing = firstFailingRules(campaign, search.lead, now, geo);
  const left: PlannedOffer[] = [];
  for (const [position, planned] of planOf(campaign).offers.entries()) {
    // What is paused is refused for that, whatever its rules say.
    if (planned.unavailable !== undefined) failing[position] = 0;
    if (failing[position] === 0) left.push(planned);
  }
  return { left, ruled_out: packRuledOut(campaign, failing, search.round, search.lead), failing };
}

/**
 * The cap buckets that these offers need, for a single read of the ledger: those of the windows in which their leads would
 * leave. `isAsked`: which of them to read.
 */
export function bucketsOfOffers(
  offers: readonly Pick<PlannedOffer, 'line' | 'caps'>[],
  now: Date,
  isAsked: (bucket: CapBucket) => boolean = () => true,
): CapBucket[] {
  const buckets = new Map<string, CapBucket>();
  const leaves = new Map<Buyer, Date>();
  for (const { line, caps } of offers) {
    if (caps.length === 0) continue;
    const { buyer } = line.offer;
    const at = leaves.get(buyer) ?? leavesAt(buyer, now);
    leaves.set(buyer, at);
    for (const cap of caps) {
      const bucket = windowOf(cap, at);
      if (isAsked(bucket)) buckets.set(bucketNameOf(bucket), bucket);
    }
  }
  return [...buckets.values()];
}

/** Runs the checks over every offer of the campaign and its programs. Has a verdict for each offer. */
export function evaluateSearch(context: SearchContext, facts: SearchFacts): Evaluated {
  const { ruled_out, verdicts, ...evaluated } = evaluateSieved(context, facts, sieveOffers(context));
  return { ...evaluated, verdicts: allVerdicts(verdicts, ruled_out, context.campaign) };
}

/** The same, without verdicts for the offers that were ruled out. */
export function evaluateSieved(context: SearchContext, facts: SearchFacts, sieved: Sieved): Evaluated {
  const results: StoredResult[] = [];
  const verdicts: OfferVerdict[] = [];
  const partners: CampaignOffer[] = [];
  const evaluateOne = nothingShared(context, facts) ? byRules(context, sieved) : byChecks(context, facts);
  const firstId = firstResultId(context.newId);
  const lacking = new Set(planOf(context.campaign).required.filter(isLacking(context.search.lead)));
  for (const planned of sieved.left) {
    const { line } = planned;
    const { offer } = line;
    const refusal =
      evaluateOne.refusal(planned) ?? partnerTestRefusal(context, offer) ?? downRefusal(facts, offer);
    if (refusal) {
      verdicts.push({ offer_id: offer.id, returned: false, refusal });
      continue;
    }
    if (offer.kind === 'partner') {
      partners.push(line);
      continue;
    }
    const out = evaluateOne.programsOut(planned);
    const verdict = out.length === 0 ? planned.returned : verdictOf(offer, out);
    verdicts.push(verdict);
    if (!verdict.returned) continue;
    const id = resultIdAt(firstId, results.length);
    results.push(resultOf(id, context, planned, out, lacking));
  }
  const { ruled_out } = sieved;
  return { results, verdicts, partners, ...(ruled_out && { ruled_out }) };
}

/** Refuses an offer, and programs of an offer that is not refused. */
interface Evaluation {
  refusal(planned: PlannedOffer): Refusal | undefined;
  programsOut(planned: PlannedOffer): readonly ProgramOut[];
}

/** Whether only the catalogue and the lead can refuse: most persons are new, and most caps have room. */
const nothingShared = ({ search }: SearchContext, { suppressions, held, isFull }: SearchFacts): boolean =>
  suppressions.length === 0 && held.length === 0 && search.slots.length === 0 && isFull === undefined;

const NONE_OUT: readonly ProgramOut[] = [];

/** All checks, for each offer and program by itself. */
const byChecks = (context: SearchContext, facts: SearchFacts): Evaluation => ({
  refusal: ({ line }) => refusalOf(context, facts, line, undefined),
  programsOut: ({ line }) => programsOut(context, facts, line),
});

/** The same where no check but `active` and `eligibility` refuses anything. What they say is known. */
function byRules({ search, campaign }: SearchContext, { failing }: Sieved): Evaluation {
  const ofPrograms = failing.subarray(campaign.offers.size);
  const allHold = ofPrograms.every((number) => number === 0);
  return {
    refusal: ({ unavailable: why }) =>
      why === undefined ? undefined : { check: 'active', code: 'OFFER_UNAVAILABLE', why },
    programsOut: ({ line, first_program: first }) =>
      allHold
        ? NONE_OUT
        : line.offer.programs.flatMap(({ value: program, eligibility }, nth) => {
            const rule = eligibility[(ofPrograms[first + nth] ?? 0) - 1];
            return rule ? [{ program, refusal: ineligible(rule, saidOf(rule, search.lead)) }] : [];
          }),
  };
}

/** A test search sends no data to a partner without a test address. */
function partnerTestRefusal({ search }: SearchContext, offer: Offer): Refusal | undefined {
  if (!search.is_test || !offer.partner || offer.partner.search.test_url !== undefined) return undefined;
  return { check: 'test_lead', code: 'TEST_LEAD_HELD', why: 'no_test_address' };
}

/**
 * An offer whose destination is down is not returned, because its leads would have to wait. A partner offer is still
 * asked: the partner itself says what it has.
 */
function downRefusal({ down }: SearchFacts, offer: Offer): Refusal | undefined {
  if (down.size === 0) return undefined;
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

/** The offer is returned if a program is left. */
function verdictOf({ id, programs }: Offer, out: readonly ProgramOut[]): OfferVerdict {
  const [first] = out;
  const refused = first && out.length === programs.length && { refusal: first.refusal };
  return { offer_id: id, returned: !refused, ...refused, programs_out: out };
}

const programsLeft = ({ programs }: Offer, out: readonly ProgramOut[]): readonly Program[] =>
  out.length === 0 ? programs : programs.filter(({ value }) => out.every(({ program }) => program !== value));

/** `lacking`: what of the fields that the campaign's offers require the lead does not have. */
function resultOf(
  id: string,
  { search, campaign, now }: SearchContext,
  { line, required }: PlannedOffer,
  out: readonly ProgramOut[],
  lacking: ReadonlySet<LeadField>,
): StoredResult {
  return directResult({
    id,
    round: search.round,
    campaign,
    campaign_offer: line,
    programs: programsLeft(line.offer, out),
    lacked: lacking.size === 0 ? [] : required.filter((field) => lacking.has(field)),
    lead: search.lead,
    now,
  });
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
