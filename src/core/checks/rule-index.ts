import type { Campaign, Rule } from '../catalogue/types.js';
import type { LeadData } from '../lead/lead-data.js';
import type { Geo } from '../lead/geo.js';
import { rulePasses } from './eligibility.js';

/** A rule that one or more offers of a campaign have, and where. */
interface SharedRule {
  readonly rule: Rule;
  readonly time_zone: string;
  /** Positions of the offers in the campaign, and the rule's number in each, beginning with 1. */
  readonly offers: number[];
  readonly numbers: number[];
}

/** A campaign never changes: a new version of the catalogue has new ones. */
const indexes = new WeakMap<Campaign, readonly SharedRule[]>();

/**
 * For each offer in the campaign's order, the number of the first rule of the offer that the lead fails, beginning with
 * 1; 0 if it fails none. Offers have many rules in common, so each different rule is looked at once.
 */
export function firstFailingRules(campaign: Campaign, lead: LeadData, now: Date, geo: Geo): Uint16Array {
  const first = new Uint16Array(campaign.offers.size);
  for (const { rule, time_zone, offers, numbers } of rulesOf(campaign)) {
    if (rulePasses(rule, lead, { now, time_zone, geo })) continue;
    for (const [i, offer] of offers.entries()) {
      const number = numbers[i] ?? 0;
      const before = first[offer] ?? 0;
      if (before === 0 || number < before) first[offer] = number;
    }
  }
  return first;
}

function rulesOf(campaign: Campaign): readonly SharedRule[] {
  const built = indexes.get(campaign);
  if (built) return built;
  const rules = new Map<string, SharedRule>();
  let position = 0;
  for (const { offer } of campaign.offers.values()) {
    for (const [i, rule] of offer.eligibility.entries()) {
      const { time_zone } = offer.buyer;
      // An age depends on the buyer's day.
      const text = JSON.stringify(rule);
      const key = text.includes('"age"') ? `${time_zone} ${text}` : text;
      const shared = rules.get(key) ?? { rule, time_zone, offers: [], numbers: [] };
      rules.set(key, shared);
      shared.offers.push(position);
      shared.numbers.push(i + 1);
    }
    position += 1;
  }
  const index = [...rules.values()];
  indexes.set(campaign, index);
  return index;
}
