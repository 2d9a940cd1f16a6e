import type { Campaign, Rule } from '../catalogue/types.js';
import type { LeadData } from '../lead/lead-data.js';
import type { Geo } from '../lead/geo.js';
import { rulePasses } from './eligibility.js';

/** A rule that one or more offers of a campaign have, and where. */
interface SharedRule {
  readonly rule: Rule;
  readonly time_zone: string;
  /** Positions of those who have it, and the rule's number in each, beginning with 1. */
  readonly owners: number[];
  readonly numbers: number[];
}

/** A campaign never changes: a new version of the catalogue has new ones. */
const indexes = new WeakMap<Campaign, readonly SharedRule[]>();

/**
 * For each offer in the campaign's order, the number of its first rule that the lead fails, beginning with 1; 0 if it fails
 * none. Offers have many rules in common, so each different rule is looked at once.
 */
export function firstFailingRules(campaign: Campaign, lead: LeadData, now: Date, geo: Geo): Uint16Array {
  const first = new Uint16Array(campaign.offers.size);
  for (const { rule, time_zone, owners, numbers } of indexOf(campaign)) {
    if (rulePasses(rule, lead, { now, time_zone, geo })) continue;
    for (let i = 0; i < owners.length; i += 1) {
      const owner = owners[i] ?? 0;
      const number = numbers[i] ?? 0;
      const before = first[owner] ?? 0;
      if (before === 0 || number < before) first[owner] = number;
    }
  }
  return first;
}

function indexOf(campaign: Campaign): readonly SharedRule[] {
  const built = indexes.get(campaign);
  if (built) return built;
  const rules = new Map<string, SharedRule>();
  for (const [position, { offer }] of [...campaign.offers.values()].entries()) {
    const { time_zone } = offer.buyer;
    for (const [i, rule] of offer.eligibility.entries()) {
      // An age depends on the buyer's day.
      const text = JSON.stringify(rule);
      const key = text.includes('"age"') ? `${time_zone} ${text}` : text;
      const shared = rules.get(key) ?? { rule, time_zone, owners: [], numbers: [] };
      rules.set(key, shared);
      shared.owners.push(position);
      shared.numbers.push(i + 1);
    }
  }
  const index = [...rules.values()];
  indexes.set(campaign, index);
  return index;
}
