import type { Campaign, CampaignOffer, Cap, Offer, Program } from '../catalogue/types.js';
import { placesFor } from '../caps/cap-buckets.js';
import type { Facts, Subject } from '../checks/check.js';
import { firstRefusal } from '../checks/index.js';
import { deliveryGate } from '../destination-gate/destination.js';
import { holdersInTheWay } from '../duplicates/claim-status.js';
import type { HeldIdentity } from '../duplicates/claim-owner.js';
import type { Geo } from '../lead/geo.js';
import type { Place } from '../caps/cap-bucket.js';
import type { SearchRecord, StoredResult, Verdict } from './search-record.js';
import type { Refusal } from '../refusal.js';
import { directResult } from './results.js';

/** What a search reads from shared records, once for all its offers. */
export interface SearchFacts {
  readonly held: readonly HeldIdentity[];
  /** True when the place's cap is at its limit. */
  readonly isFull: (place: Place) => boolean;
  /** Destinations that are left alone at this moment. */
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
  readonly verdicts: readonly Verdict[];
  /** Partner offers that pass and are to be asked. */
  readonly partners: readonly CampaignOffer[];
}

/** Every place that evaluating the campaign's offers needs, for one read of the ledger. */
export function placesOfCampaign(campaign: Campaign, now: Date): Place[] {
  const places = [...campaign.offers.values()].flatMap((line) =>
    [undefined, ...line.offer.programs.map(({ value }) => value)].flatMap((program) =>
      placesFor({ campaign, line, program }, now),
    ),
  );
  return [...new Map(places.map((place) => [placeName(place), place])).values()];
}

export const placeName = ({ cap, window }: Place): string => `${cap.id}|${window}`;

/** Runs the checks over every offer of the campaign and its programs. */
export function evaluateSearch(context: SearchContext, facts: SearchFacts): Evaluated {
  const results: StoredResult[] = [];
  const verdicts: Verdict[] = [];
  const partners: CampaignOffer[] = [];
  for (const line of context.campaign.offers.values()) {
    const refusal =
      refusalOf(context, facts, line, undefined) ??
      partnerTestRefusal(context, line) ??
      downRefusal(facts, line.offer);
    if (refusal) {
      verdicts.push({ offer_id: line.offer.id, returned: false, refusal });
      continue;
    }
    if (line.offer.kind === 'partner') {
      partners.push(line);
      continue;
    }
    const { verdict, result } = evaluatePrograms(context, facts, line);
    verdicts.push(verdict);
    if (result) results.push(result);
  }
  return { results, verdicts, partners };
}

/** A test search sends nobody's data to a partner that has no test address. */
function partnerTestRefusal({ search }: SearchContext, { offer }: CampaignOffer): Refusal | undefined {
  if (!search.is_test || !offer.partner || offer.partner.search.test_url !== undefined) return undefined;
  return { check: 'test_lead', code: 'TEST_LEAD_HELD', why: 'no_test_address' };
}

/** What would wait for a destination that does not work is not offered. A partner says by itself what it has. */
function downRefusal({ down }: SearchFacts, offer: Offer): Refusal | undefined {
  const { id, breaker } = deliveryGate(offer);
  if (offer.kind === 'partner' || breaker.offer_while_open || !down.has(id)) return undefined;
  return { check: 'destination', code: 'OFFER_UNAVAILABLE', why: 'destination_down' };
}

function evaluatePrograms(context: SearchContext, facts: SearchFacts, line: CampaignOffer) {
  const { search, campaign, now } = context;
  const out: { program: string; refusal: Refusal }[] = [];
  const kept: Program[] = [];
  for (const program of line.offer.programs) {
    const refusal = refusalOf(context, facts, line, program.value);
    if (refusal) out.push({ program: program.value, refusal });
    else kept.push(program);
  }
  const [first] = out;
  if (first && kept.length === 0)
    return {
      verdict: { offer_id: line.offer.id, returned: false, refusal: first.refusal, programs_out: out },
    };
  const id = context.newId();
  const result = directResult({
    id,
    round: search.round,
    campaign,
    line,
    programs: kept,
    lead: search.lead,
    now,
  });
  const verdict = {
    offer_id: line.offer.id,
    returned: true,
    ...(out.length > 0 ? { programs_out: out } : {}),
  };
  return { verdict, result };
}

function refusalOf(
  { search, campaign, now, geo }: SearchContext,
  { held, isFull }: SearchFacts,
  line: CampaignOffer,
  program: string | undefined,
): Refusal | undefined {
  const { offer } = line;
  const subject: Subject = {
    now,
    received_at: now,
    is_test: search.is_test,
    lead: search.lead,
    campaign,
    offer,
    line,
    program,
    terms: undefined,
    consent: null,
    answers: {},
    geo,
  };
  const full: Cap[] = placesFor({ campaign, line, program }, now)
    .filter(isFull)
    .map(({ cap }) => cap);
  const place = { offer: offer.id, buyer: offer.buyer.id };
  const holders = holdersInTheWay(held, search.identities, offer.duplicates, place, now);
  const factsOfOffer: Facts = { slots: search.slots, holders, full };
  return firstRefusal(subject, 'search', factsOfOffer);
}
