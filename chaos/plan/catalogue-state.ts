import { CLOSED_BUYER, planOffers, type Buyer, type DirectBuyer, type OfferPlan } from './offers.js';

/** The operators' changes to the planned catalogue. */
export interface CatalogueState {
  /** Offers that now have another buyer. */
  readonly buyers: Readonly<Record<string, DirectBuyer>>;
  /** The lowered limit of an offer's own first cap, as a share of the planned limit. */
  readonly shares: Readonly<Record<string, number>>;
  readonly paused: readonly string[];
  /** Buyers that are closed until a full minute of today, in UTC. */
  readonly closed_until: Readonly<Partial<Record<Buyer, Date>>>;
  /** Changes that end by themselves, which no file has: buyers that are paused, and offers whose first cap is doubled. */
  readonly timed: { readonly paused: readonly string[]; readonly raised: readonly string[] };
}

export const AS_PLANNED: CatalogueState = {
  ...{ buyers: {}, shares: {}, paused: [], closed_until: {} },
  timed: { paused: [], raised: [] },
};

/** A limit that is changed for a time, instead of the one that the file says. */
export const RAISED = 2;

/** The offers as they are in this state. */
export const offersIn = (submits: number, { buyers, shares, timed }: CatalogueState): OfferPlan[] =>
  planOffers(submits).map((offer) => {
    const share = timed.raised.includes(offer.handle) ? RAISED : (shares[offer.handle] ?? 1);
    const [first, ...others] = offer.caps;
    return {
      ...offer,
      buyer: buyers[offer.handle] ?? offer.buyer,
      caps: first ? [{ ...first, limit: Math.max(1, Math.floor(first.limit * share)) }, ...others] : [],
    };
  });

/** Whether a buyer takes deliveries at a moment while this state is in force. */
export const isOpenIn = ({ closed_until }: CatalogueState, buyer: Buyer, at: Date): boolean =>
  buyer !== CLOSED_BUYER && at >= (closed_until[buyer] ?? new Date(0));

/** One state, and when it was in force: certainly since `by`, possibly since `from` (the command was running). */
export interface InForce {
  readonly from: Date;
  readonly by: Date;
  readonly state: CatalogueState;
}

/** The states that may have been in force at any moment between the two. `history`: oldest first. */
export const statesWithin = (history: readonly InForce[], from: Date, to: Date): CatalogueState[] =>
  history.filter((one, n) => one.from <= to && (history[n + 1]?.by ?? to) >= from).map(({ state }) => state);
