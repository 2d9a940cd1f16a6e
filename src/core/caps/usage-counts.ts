import type { Cap, Catalogue } from '../catalogue/types.js';
import { isFinal } from '../lead/lead-states.js';
import { effectsOf } from '../lead/pending-effect.js';
import type { SoldCount, CountedLead } from './counted-leads.js';
import { givenBackIn, soldPoint, type GivenBackLead } from './given-back.js';
import { windowOf, windowStart, type CapBucket } from './windows.js';
import type { ReservationPoint } from '../lead/lead-record.js';
import { reservationIdOf, capsOf, withBuyer, type CapOwners, type SoldBy } from './cap-buckets.js';

/** What the stored leads say about one cap bucket. */
export interface BucketUsage {
  readonly bucket: CapBucket;
  confirmed: number;
  readonly reservations: Set<string>;
  /**
   * The reservation ids that may hold no reservation: the lead has not reserved yet, or its release is still pending.
   */
  readonly unsure: Set<string>;
  /** Places that returns gave back. Their leads are among the confirmed ones. */
  readonly givenBack: Set<string>;
  /** Those of them that the ledger may not know yet. */
  readonly unsureBack: Set<string>;
}

export interface UsageCount {
  count(lead: CountedLead): void;
  /**
   * Adds acceptances without pending effects. Their intents are at `from` or later, in the same open windows as
   * `from`.
   */
  countSold(sold: SoldCount, from: Date): void;
  /**
   * Adds the places that the returns of an accepted lead gave back. Pass them before the leads are counted: then each
   * of them is also counted as accepted.
   */
  countGivenBack(lead: GivenBackLead): void;
  buckets(): BucketUsage[];
}

/** The states of a lead that has made its reservations. */
const HOLDING: readonly string[] = ['sending', 'waiting', 'saved', 'pending', 'unknown'];

/**
 * Counts stored leads into the windows that are open at `now` or start later.
 *
 * - Reservations that a lead still has to release are in the ledger. Such a pending effect counts as a reservation
 *   until it is applied.
 * - An undecided lead with an intent of its submission number counts as a reservation. Whether the lead got as far as
 *   reserving can't be known, and its request may be leaving.
 * - An accepted lead is confirmed, even while the effect is pending: applying the effect then finds no reservation
 *   and changes nothing. So a reservation of an accepted lead without pending effects was left behind. It is not
 *   counted here and can be released.
 * - An undecided lead also holds the kept points of its intent. The pending effect of a final lead names everything
 *   that the lead held.
 * - Any other final lead without pending effects holds nothing.
 * - Each lead is counted for its buyer at the time.
 * - Test leads make no reservations.
 *
 * A lead may be passed twice, if its intent moved during the scan, as it does only while the lead is undecided. Its
 * reservation counts once in each cap bucket.
 */
export function createUsageCount(catalogue: Catalogue, now: Date): UsageCount {
  const usages = new Map<Cap, Map<string, BucketUsage>>();
  const opened = new Map<Cap, number>();
  const capsBySale = new Map<string, readonly Cap[]>();

  const capsOfSold = (owners: CapOwners): readonly Cap[] => {
    const { campaign_id, offer_id, program_id = '', buyer_id } = owners;
    const name = `${campaign_id}|${offer_id}|${buyer_id}|${program_id}`;
    const known = capsBySale.get(name);
    if (known) return known;
    const caps = capsOf(catalogue, owners);
    capsBySale.set(name, caps);
    return caps;
  };

  // A closed window is recognized by one comparison, without the date library: most of a million leads lie in one.
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
      givenBack: new Set(),
      unsureBack: new Set(),
    };
    usages.set(cap, windows.set(bucket.window, usage));
    return usage;
  };

  const openUsages = (owners: SoldBy, { at, buyer_id }: ReservationPoint): BucketUsage[] =>
    capsOfSold(withBuyer(owners, buyer_id))
      .filter((cap) => openedAt(cap) <= at.getTime())
      .map((cap) => usageOf(cap, at));

  const reserve = (reservationId: string, isSure: boolean, owners: SoldBy, point: ReservationPoint): void => {
    for (const { reservations, unsure } of openUsages(owners, point)) {
      reservations.add(reservationId);
      if (isSure) unsure.delete(reservationId);
      else unsure.add(reservationId);
    }
  };

  const confirm = (reservationId: string, owners: SoldBy, point: ReservationPoint): void => {
    for (const usage of openUsages(owners, point)) {
      usage.confirmed += 1;
      usage.reservations.delete(reservationId);
      usage.unsure.delete(reservationId);
    }
  };

  return {
    count(lead) {
      if (lead.is_test) return;
      const effects = effectsOf(lead, 'reservations');
      for (const effect of effects) {
        if (!effect.intent_at) continue;
        const reservationId = reservationIdOf(lead.id, effect.submission);
        // This runs before the confirmation. A bucket that is in both then counts the lead only once.
        for (const other of effect.also_release ?? []) reserve(reservationId, false, effect, other);
        const point = { at: effect.intent_at, buyer_id: effect.buyer_id };
        if (effect.what === 'confirm') confirm(reservationId, effect, point);
        else reserve(reservationId, false, effect, point);
      }
      const { id, intent } = lead;
      if (
        intent?.submission !== lead.submission ||
        effects.some(({ submission }) => submission === intent.submission)
      )
        return;
      const reservationId = reservationIdOf(id, intent.submission);
      if (lead.state === 'accepted') confirm(reservationId, lead, intent.sold ?? intent);
      else if (!isFinal(lead.state)) {
        const { kept = [] } = intent;
        if (!intent.not_reserved) reserve(reservationId, HOLDING.includes(lead.state), lead, intent);
        for (const point of kept) reserve(reservationId, true, lead, point);
      }
    },
    countSold(line, from) {
      for (const usage of openUsages(line, { ...line, at: line.at ?? from })) usage.confirmed += line.count;
    },
    countGivenBack(lead) {
      const point = soldPoint(lead);
      if (!point) return;
      for (const usage of openUsages(lead, point))
        for (const { place, applied, regained, reservation_id } of givenBackIn(lead, usage.bucket)) {
          if (regained === 'confirmed' && !usage.givenBack.has(place)) usage.confirmed += 1;
          usage.givenBack.add(place);
          if (!applied) usage.unsureBack.add(place);
          if (regained !== 'asked') continue;
          usage.reservations.add(reservation_id);
          usage.unsure.add(reservation_id);
        }
    },
    buckets: () => [...usages.values()].flatMap((windows) => [...windows.values()]),
  };
}
