import type { Cap, Catalogue } from '../catalogue/types.js';
import { isFinal } from '../lead/lead-states.js';
import type { SoldCount } from './counted-leads.js';
import type { CountedLead } from './counted-leads.js';
import type { CapBucket } from './windows.js';
import type { Moment } from '../lead/lead-record.js';
import { reservationIdOf } from './cap-buckets.js';
import { capsOf, withBuyer, type Owners } from './cap-buckets.js';
import { windowOf, windowStart } from './windows.js';

/** What the stored leads say about one place. */
export interface BucketUsage {
  readonly bucket: CapBucket;
  confirmed: number;
  readonly reservations: Set<string>;
  /** Those of the members that may hold no place (any more): before their taking, or given back and still owed. */
  readonly unsure: Set<string>;
}

export interface UsageCount {
  count(lead: CountedLead): void;
  /** Acceptances that owe nothing, with intents at `from` or later, in the same open windows as `from`. */
  countSold(sold: SoldCount, from: Date): void;
  buckets(): BucketUsage[];
}

/** Behind the taking of places. */
const HOLDING: readonly string[] = ['sending', 'waiting', 'saved', 'pending', 'unknown'];

/** The buyer that an offer had at a moment, for what the former build stored without one. */
export type BuyerAt = (offerId: string, at: Date) => string | undefined;

/**
 * Counts stored leads into the windows that are open at `now` or come later.
 *
 * - What a lead has to give back is still in the ledger: such a pending effect counts as a reservation until it is applied.
 * - An undecided lead with an intent of its round is a reserved member: whether it got as far as reserving can't be
 *   known, and its request may be leaving.
 * - An accepted lead is confirmed, also while it owes that: paying then finds no member and changes nothing. So a
 *   member of an accepted lead that owes nothing was left behind, never counted here, and can be given back.
 * - An undecided lead also has what its intent keeps; what an ending owes is all that it had.
 * - Any other ending that owes nothing holds nothing.
 * - Each is counted by the buyer of its time. Where the former build stored none, by the one that `buyerAt` knows of,
 *   else by the offer's present one.
 * - Test leads take no places.
 *
 * A lead may be shown twice (its intent moved while leads were scanned): it counts once in each place.
 */
export function createUsageCount(
  catalogue: Catalogue,
  now: Date,
  buyerAt: BuyerAt = () => undefined,
): UsageCount {
  const usages = new Map<Cap, Map<string, BucketUsage>>();
  const opened = new Map<Cap, number>();
  const capsBySale = new Map<string, readonly Cap[]>();

  const capsOfSold = (owners: Owners): readonly Cap[] => {
    const { campaign_id, offer_id, program_id = '', buyer_id = '' } = owners;
    const name = `${campaign_id}|${offer_id}|${buyer_id}|${program_id}`;
    const known = capsBySale.get(name);
    if (known) return known;
    const caps = capsOf(catalogue, owners);
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

  const usageOf = (cap: Cap, at: Date): BucketUsage => {
    const bucket = windowOf(cap, at);
    const windows = usages.get(cap) ?? new Map<string, BucketUsage>();
    const usage = windows.get(bucket.window) ?? {
      bucket,
      confirmed: 0,
      reservations: new Set(),
      unsure: new Set(),
    };
    usages.set(cap, windows.set(bucket.window, usage));
    return usage;
  };

  const openUsages = (owners: Owners, { at, buyer_id }: Moment): BucketUsage[] =>
    capsOfSold(withBuyer(owners, buyer_id ?? buyerAt(owners.offer_id, at)))
      .filter((cap) => openedAt(cap) <= at.getTime())
      .map((cap) => usageOf(cap, at));

  const reserve = (reservationId: string, isSure: boolean, owners: Owners, moment: Moment): void => {
    for (const { reservations: members, unsure } of openUsages(owners, moment)) {
      members.add(reservationId);
      if (isSure) unsure.delete(reservationId);
      else unsure.add(reservationId);
    }
  };

  const confirm = (member: string, owners: Owners, moment: Moment): void => {
    for (const usage of openUsages(owners, moment)) {
      usage.confirmed += 1;
      usage.reservations.delete(member);
      usage.unsure.delete(member);
    }
  };

  return {
    count(lead) {
      if (lead.is_test) return;
      for (const effect of lead.debts) {
        if (!effect.intent_at) continue;
        const reservationId = reservationIdOf(lead.id, effect.round);
        // Before the confirmation: of a place that is both, it leaves one.
        for (const other of effect.others ?? []) reserve(reservationId, false, effect, other);
        if (effect.action === 'confirm')
          confirm(reservationId, effect, momentOfEffect(effect, effect.intent_at));
        else reserve(reservationId, false, effect, momentOfEffect(effect, effect.intent_at));
      }
      const { id, intent } = lead;
      if (intent?.round !== lead.round || lead.debts.some(({ round }) => round === intent.round)) return;
      const member = reservationIdOf(id, intent.round);
      if (lead.state === 'accepted') confirm(member, lead, intent.sold ?? intent);
      else if (!isFinal(lead.state)) {
        const { kept = [] } = intent;
        if (!intent.untaken) reserve(member, HOLDING.includes(lead.state), lead, intent);
        for (const moment of kept) reserve(member, true, lead, moment);
      }
    },
    countSold(line, from) {
      for (const usage of openUsages(line, { ...line, at: line.at ?? from })) usage.confirmed += line.count;
    },
    buckets: () => [...usages.values()].flatMap((windows) => [...windows.values()]),
  };
}

const momentOfEffect = ({ buyer_id }: Pick<CountedLead['debts'][number], 'buyer_id'>, at: Date): Moment =>
  buyer_id === undefined ? { at } : { at, buyer_id };
