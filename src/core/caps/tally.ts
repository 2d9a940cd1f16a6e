import type { Cap, Catalogue } from '../catalogue/types.js';
import { isFinal } from '../lead-states.js';
import type { SoldCount } from '../ports/lead-counts.js';
import type { CountedLead } from '../ports/lead-store.js';
import type { Place } from '../ports/ledger.js';
import { memberOf } from './member.js';
import { capsOf } from './places.js';
import { windowOf, windowStart } from './windows.js';

/** What the stored leads say about one place. */
export interface PlaceTally {
  readonly place: Place;
  confirmed: number;
  readonly members: Set<string>;
  /** Those of the members that may hold no place (any more): before their taking, or given back and still owed. */
  readonly unsure: Set<string>;
}

export interface Tally {
  count(lead: CountedLead): void;
  /** Acceptances that owe nothing, with intents at `from` or later, in the same open windows as `from`. */
  countSold(sold: SoldCount, from: Date): void;
  places(): PlaceTally[];
}

/** Behind the taking of places. */
const HOLDING: readonly string[] = ['sending', 'waiting', 'saved', 'pending', 'unknown'];

type Sold = Pick<CountedLead, 'campaign_id' | 'offer_id' | 'program_id'>;

/**
 * Counts stored leads into the windows that are open at `now` or come later.
 *
 * - What a lead has to give back is still in the ledger: such a debt counts as a reserved member, until it is paid.
 * - An undecided lead with an intent of its round is a reserved member: whether it got as far as reserving can't be
 *   known, and its request may be leaving.
 * - An accepted lead is confirmed, also while it owes that: paying then finds no member and changes nothing. So a
 *   member of an accepted lead that owes nothing was left behind, never counted here, and can be given back.
 * - Any other ending that owes nothing holds nothing.
 * - Test leads take no places.
 *
 * A lead may be shown twice (its intent moved while leads were scanned): it counts once in each place.
 */
export function createTally(catalogue: Catalogue, now: Date): Tally {
  const tallies = new Map<Cap, Map<string, PlaceTally>>();
  const opened = new Map<Cap, number>();
  const capsBySale = new Map<string, readonly Cap[]>();

  const capsOfSold = ({ campaign_id, offer_id, program_id }: Sold): readonly Cap[] => {
    const name = `${campaign_id}|${offer_id}|${program_id ?? ''}`;
    const known = capsBySale.get(name);
    if (known) return known;
    const campaign = catalogue.campaigns.get(campaign_id);
    const line = campaign?.offers.get(offer_id);
    const offer = catalogue.offers.get(offer_id);
    const caps = capsOf({ campaign, line, offer, program: program_id });
    capsBySale.set(name, caps);
    return caps;
  };

  // A closed window is told by one comparison, without the date library: most of a million leads lie in one.
  const openedAt = (cap: Cap): number => {
    const known = opened.get(cap);
    if (known !== undefined) return known;
    const start = windowStart(cap, now)?.getTime() ?? -Infinity;
    opened.set(cap, start);
    return start;
  };

  const tallyOf = (cap: Cap, at: Date): PlaceTally => {
    const place = windowOf(cap, at);
    const windows = tallies.get(cap) ?? new Map<string, PlaceTally>();
    const tally = windows.get(place.window) ?? { place, confirmed: 0, members: new Set(), unsure: new Set() };
    tallies.set(cap, windows.set(place.window, tally));
    return tally;
  };

  const openTallies = (sold: Sold, at: Date): PlaceTally[] =>
    capsOfSold(sold)
      .filter((cap) => openedAt(cap) <= at.getTime())
      .map((cap) => tallyOf(cap, at));

  const reserve = (member: string, isSure: boolean, sold: Sold, at: Date): void => {
    for (const { members, unsure } of openTallies(sold, at)) {
      members.add(member);
      if (isSure) unsure.delete(member);
      else unsure.add(member);
    }
  };

  const confirm = (id: string, round: number, sold: Sold, at: Date): void => {
    const member = memberOf(id, round);
    for (const tally of openTallies(sold, at)) {
      tally.confirmed += 1;
      tally.members.delete(member);
      tally.unsure.delete(member);
    }
  };

  return {
    count(lead) {
      if (lead.is_test) return;
      for (const { intent_at, ...debt } of lead.debts)
        if (intent_at && debt.action === 'confirm') confirm(lead.id, debt.round, debt, intent_at);
        else if (intent_at) reserve(memberOf(lead.id, debt.round), false, debt, intent_at);
      const { id, intent } = lead;
      if (intent?.round !== lead.round || lead.debts.some(({ round }) => round === intent.round)) return;
      if (lead.state === 'accepted') confirm(id, intent.round, lead, intent.at);
      else if (!isFinal(lead.state))
        reserve(memberOf(id, intent.round), HOLDING.includes(lead.state), lead, intent.at);
    },
    countSold(sold, from) {
      for (const tally of openTallies(sold, from)) tally.confirmed += sold.count;
    },
    places: () => [...tallies.values()].flatMap((windows) => [...windows.values()]),
  };
}
