import type { Campaign, CampaignOffer, Rule } from '../catalogue/types.js';
import { faultyField, ineligible, saidOf } from '../checks/eligibility.js';
import type { LeadData } from '../lead/lead-data.js';
import type { OfferVerdict, RuledOut, SearchRecord } from './search-record.js';

/** Added to the number of a rule, so that 0 is the digit 0. */
const ZERO = 0x30;

/** Packs which rule ruled each offer out (0: none did), for the campaign of one catalogue version. */
export function packRuledOut(
  campaign: Campaign,
  numbers: Uint16Array,
  run: number,
  lead: LeadData,
): RuledOut | undefined {
  if (numbers.subarray(0, campaign.offers.size).every((number) => number === 0)) return undefined;
  const said = new Map<string, string>();
  let rules = '';
  let position = 0;
  for (const { offer } of campaign.offers.values()) {
    const number = numbers[position] ?? 0;
    rules += String.fromCharCode(ZERO + number);
    position += 1;
    const rule = offer.eligibility[number - 1];
    if (!rule) continue;
    const field = faultyField(rule);
    if (!said.has(field)) said.set(field, saidOf(rule, lead));
  }
  return { run, rules, said: [...said].map(([field, words]) => ({ field, words })) };
}

/** All verdicts in the campaign's order: those that are stored, and those of offers that a rule ruled out. */
export function allVerdicts(
  verdicts: readonly OfferVerdict[],
  ruledOut: RuledOut | undefined,
  campaign: Campaign | undefined,
): readonly OfferVerdict[] {
  if (!ruledOut || !campaign) return verdicts;
  const stored = new Map(verdicts.map((verdict) => [verdict.offer_id, verdict]));
  const said = new Map(ruledOut.said.map(({ field, words }) => [field, words]));
  const all: OfferVerdict[] = [];
  let position = 0;
  for (const { offer } of campaign.offers.values()) {
    const number = ruledOut.rules.charCodeAt(position) - ZERO;
    position += 1;
    const rule = offer.eligibility[number - 1];
    const verdict = rule ? verdictOf(offer, rule, said) : stored.get(offer.id);
    if (verdict) all.push(verdict);
  }
  return all;
}

function verdictOf(
  { id }: CampaignOffer['offer'],
  rule: Rule,
  said: ReadonlyMap<string, string>,
): OfferVerdict {
  return { offer_id: id, returned: false, refusal: ineligible(rule, said.get(faultyField(rule)) ?? '') };
}

/** The search as operators see it: with a verdict for each offer. `campaign` is that of the search's catalogue version. */
export function withAllVerdicts(search: SearchRecord, campaign: Campaign | undefined): SearchRecord {
  const { ruled_out, ...rest } = search;
  const own = ruled_out?.run === search.run ? ruled_out : undefined;
  return { ...rest, verdicts: allVerdicts(search.verdicts, own, campaign) };
}
