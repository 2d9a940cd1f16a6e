import { capsOfCatalogue } from '../caps/cap-buckets.js';
import type { Cap, Catalogue, DuplicatePolicy, DuplicateScope, TimedPause } from '../catalogue/types.js';
import { MAX_SKEW_MS } from '../delivery/lease-times.js';
import type { Amount } from '../money/amount.js';
import { payoutAmount } from '../money/payout.js';
import { priceAmount } from '../money/price.js';
import { createValueOverTime, type ValueOverTime } from './value-over-time.js';

const DAY_MS = 86_400_000;

/**
 * A process learns of a new version within 5 s, and a run uses one version to its end. So an operation may have used
 * any version that was in force in the minute before it.
 */
const IN_USE_MS = 60_000;

/** The last look before a request leaves is at what is in force then, which a process learns of within 5 s. Clocks differ. */
const TOLD_MS = 5_000 + MAX_SKEW_MS;

/** The buyer and the duplicate policy by which a sale of an offer was evaluated. */
export interface SoldBy {
  readonly buyer: string;
  readonly policy: DuplicatePolicy;
}

/** What a lead of a campaign's offer was booked with. */
export interface AmountsInForce {
  readonly price: Amount | undefined;
  readonly payout: Amount | undefined;
  readonly isPartner: boolean;
}

/** The amounts of a campaign's offer for a program, over time. */
interface AmountsOverTime {
  /** Those that an operation at this moment may have used. Empty: not known. */
  inUse(at: Date): readonly AmountsInForce[];
  /** All until then. */
  until(at: Date): readonly AmountsInForce[];
}

/** What the invariants need from all versions of the catalogue. It is small, however many versions there are. */
export interface CatalogueHistory {
  /** Adds a version. Add them in order. `at`: when the version was applied. */
  add(catalogue: Catalogue, at: Date): void;
  /** Every cap of any version, by id. */
  readonly caps: ReadonlyMap<string, Cap>;
  /** The caps of an owner: an offer, a buyer, a campaign, or `campaign+offer`. */
  capsOf(owner: string): readonly Cap[];
  /** The highest limit that may have been used in the interval. Infinity if there was a time without the cap. */
  limit(capId: string, from: Date, to: Date): number;
  /** The lowest limit that the cap ever had. */
  lowestLimit(capId: string): number;
  /** The duplicate scopes of all versions. */
  scopes(): ReadonlySet<DuplicateScope>;
  /** Every buyer that an offer ever had. */
  buyersOf(offerId: string): readonly string[];
  /** The highest `max_accepted_submissions` that a campaign may have had in the interval. */
  submissions(campaignId: string, from: Date, to: Date): number;
  /** The lowest `max_accepted_submissions` that any campaign ever had. Infinity if there was no campaign. */
  lowestSubmissions(): number;
  /** What a sale of an offer at `at` may have been evaluated by. Empty: not known. */
  soldBy(offerId: string, at: Date): readonly SoldBy[];
  /** The timed pause of an offer, buyer or campaign that every process went by at `at`. Undefined: none, or an endless one. */
  timedPause(entryId: string, at: Date): TimedPause | undefined;
  amounts(campaignId: string, offerId: string, program: string | undefined): AmountsOverTime;
  /**
   * Claims younger than this are never expired. It is the smallest value that the longest window had in any version.
   */
  claimsKeptMs(): number;
  current(): Catalogue | undefined;
}

export function createCatalogueHistory(): CatalogueHistory {
  const caps = new Map<string, Cap>();
  const owners = new Map<string, Map<string, Cap>>();
  const limits = spansByName<number>();
  const submissions = spansByName<number>();
  const sold = spansByName<SoldBy>((a, b) => JSON.stringify(a) === JSON.stringify(b));
  const amounts = spansByName<AmountsInForce>((a, b) => JSON.stringify(a) === JSON.stringify(b));
  const pauses = spansByName<TimedPause | undefined>(
    (a, b) => a?.from.getTime() === b?.from.getTime() && a?.until.getTime() === b?.until.getTime(),
  );
  const lowest = new Map<string, number>();
  const scopes = new Set<DuplicateScope>();
  const buyers = new Map<string, Set<string>>();
  let kept = Infinity;
  let fewest = Infinity;
  let current: Catalogue | undefined;

  const own = (owner: string, of: readonly Cap[]): void => {
    const known = owners.get(owner) ?? new Map<string, Cap>();
    for (const cap of of) known.set(cap.id, caps.get(cap.id) ?? cap);
    owners.set(owner, known);
  };
  const addCaps = (catalogue: Catalogue, at: Date): void => {
    const there = capsOfCatalogue(catalogue);
    for (const cap of there) {
      if (!caps.has(cap.id)) caps.set(cap.id, cap);
      limits.of(cap.id).set(at, cap.limit);
      lowest.set(cap.id, Math.min(cap.limit, lowest.get(cap.id) ?? Infinity));
    }
    const ids = new Set(there.map(({ id }) => id));
    for (const id of caps.keys()) if (!ids.has(id)) limits.of(id).set(at, Infinity);
  };

  return {
    caps,
    capsOf: (owner) => [...(owners.get(owner)?.values() ?? [])],
    add(catalogue, at) {
      current = catalogue;
      addCaps(catalogue, at);
      for (const entries of [catalogue.buyers, catalogue.offers, catalogue.campaigns])
        for (const { id, timed_pause } of entries.values()) pauses.of(id).set(at, timed_pause);
      for (const buyer of catalogue.buyers.values()) own(buyer.id, buyer.caps);
      for (const offer of catalogue.offers.values()) {
        own(offer.id, offer.caps);
        scopes.add(offer.duplicates.scope);
        buyers.set(offer.id, (buyers.get(offer.id) ?? new Set()).add(offer.buyer.id));
        sold.of(offer.id).set(at, { buyer: offer.buyer.id, policy: offer.duplicates });
      }
      for (const campaign of catalogue.campaigns.values()) {
        own(campaign.id, campaign.caps);
        submissions.of(campaign.id).set(at, campaign.max_accepted_submissions);
        fewest = Math.min(fewest, campaign.max_accepted_submissions);
        for (const campaignOffer of campaign.offers.values()) {
          const { offer } = campaignOffer;
          own(lineName(campaign.id, offer.id), campaignOffer.caps);
          for (const program of [undefined, ...offer.programs.map(({ value }) => value)])
            amounts.of(amountsName(campaign.id, offer.id, program)).set(at, {
              price: priceAmount(campaignOffer, program),
              payout: payoutAmount(campaignOffer, program),
              isPartner: offer.partner !== undefined,
            });
        }
      }
      const days = [...catalogue.offers.values()].map(({ duplicates }) => duplicates.window_days);
      if (days.length > 0) kept = Math.min(kept, Math.max(...days) * DAY_MS);
    },
    limit: (id, from, to) => highest(limits.of(id).during(inUseSince(from), to)),
    lowestLimit: (id) => lowest.get(id) ?? Infinity,
    scopes: () => scopes,
    buyersOf: (offerId) => [...(buyers.get(offerId) ?? [])],
    submissions: (id, from, to) => highest(submissions.of(id).during(inUseSince(from), to)),
    lowestSubmissions: () => fewest,
    soldBy: (offerId, at) =>
      sold
        .of(offerId)
        .during(inUseSince(at), at)
        .filter((by) => by !== undefined),
    timedPause(entryId, at) {
      const from = new Date(at.getTime() - TOLD_MS);
      const around = pauses.of(entryId).during(from, new Date(at.getTime() + MAX_SKEW_MS));
      return around.every((pause) => pause !== undefined) ? around[0] : undefined;
    },
    amounts(...of) {
      const during = (from: Date, to: Date): AmountsInForce[] =>
        amounts
          .of(amountsName(...of))
          .during(from, to)
          .filter((one) => one !== undefined);
      return { inUse: (at) => during(inUseSince(at), at), until: (at) => during(new Date(0), at) };
    },
    claimsKeptMs: () => kept,
    current: () => current,
  };
}

/** The owner name of the caps of a campaign offer. */
export const lineName = (campaignId: string, offerId: string): string => `${campaignId}+${offerId}`;

const amountsName = (campaignId: string, offerId: string, program: string | undefined): string =>
  JSON.stringify([campaignId, offerId, program]);

const inUseSince = (at: Date): Date => new Date(at.getTime() - IN_USE_MS);
const highest = (values: readonly (number | undefined)[]): number =>
  Math.max(...values.map((value) => value ?? Infinity));

function spansByName<T>(same?: (a: T, b: T) => boolean): { of(name: string): ValueOverTime<T> } {
  const all = new Map<string, ValueOverTime<T>>();
  return {
    of(name) {
      const known = all.get(name) ?? createValueOverTime<T>(same);
      all.set(name, known);
      return known;
    },
  };
}
