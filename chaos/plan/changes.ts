import type { CatalogueState } from './catalogue-state.js';
import { DIRECT_BUYERS, planOffers, type DirectBuyer } from './offers.js';
import { seeded } from './random.js';

/** Changes that end by themselves. */
const TIMED_KINDS = ['pause_for', 'raise_for'] as const;
export const CHANGE_KINDS = [
  ...(['swap', 'swap_back', 'lower', 'raise', 'pause', 'resume', 'close'] as const),
  ...TIMED_KINDS,
] as const;

/** One change that an operator makes during the load. */
export interface Change {
  /** Milliseconds after the start of the load. */
  readonly at_ms: number;
  readonly kind: (typeof CHANGE_KINDS)[number];
  /** The handle of an offer; for `close` and `pause_for`, of a buyer. */
  readonly what: string;
  /** For `swap`: the buyer that gets the offer. */
  readonly buyer?: DirectBuyer;
  /** For `close`: how long, rounded up to a full minute. What ends by itself: how long. */
  readonly for_ms?: number;
}

/** When changes are reverted, as shares of the load: one after a visible time, and one soon after. */
const SPANS = [
  [0.1, 0.5],
  [0.3, 0.35],
  [0.55, 0.9],
] as const;

/** Shorter than the delivery window, and longer than a request may leave late. */
const TIMED_MS = 30_000;

/**
 * The same changes for the same seed: three buyer swaps, three lowered caps, three pauses, two changes of hours, and a buyer's
 * pause and a higher limit that end by themselves.
 */
export function planChanges(seed: number, forMs: number): Change[] {
  const random = seeded(seed, 'changes');
  const direct = planOffers(0).filter(({ buyer }) => DIRECT_BUYERS.some((one) => one === buyer));
  const offers = random.shuffled(direct);
  const changes: Change[] = [];
  const at = (share: number): number => Math.round(forMs * (share + random.next() * 0.03));
  const next = () => offers.pop() ?? random.pick(direct);
  for (const [from, to] of SPANS) {
    const swapped = next();
    const buyer = random.pick(DIRECT_BUYERS.filter((one) => one !== swapped.buyer));
    changes.push({ at_ms: at(from), kind: 'swap', what: swapped.handle, buyer });
    changes.push({ at_ms: at(to), kind: 'swap_back', what: swapped.handle });
    const lowered = next().handle;
    changes.push({ at_ms: at(from), kind: 'lower', what: lowered });
    changes.push({ at_ms: at(to), kind: 'raise', what: lowered });
    const paused = next().handle;
    changes.push({ at_ms: at(from), kind: 'pause', what: paused });
    changes.push({ at_ms: at(to), kind: 'resume', what: paused });
  }
  for (const share of [0.15, 0.6])
    changes.push({
      at_ms: at(share),
      kind: 'close',
      what: random.pick(DIRECT_BUYERS),
      for_ms: Math.round(forMs * 0.3),
    });
  changes.push({ at_ms: at(0.1), kind: 'pause_for', what: random.pick(DIRECT_BUYERS), for_ms: TIMED_MS });
  changes.push({ at_ms: at(0.1), kind: 'raise_for', what: next().handle, for_ms: TIMED_MS });
  return changes.sort((one, other) => one.at_ms - other.at_ms);
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LEFT_OF_A_CAP = 0.5;

/** The state after a change. Hours that would end tomorrow do not change, since an opening is a minute of today. */
export function changed(state: CatalogueState, change: Change, now: Date): CatalogueState {
  const { kind, what, buyer, for_ms = 0 } = change;
  const { buyers, shares, paused, closed_until, timed } = state;
  switch (kind) {
    case 'swap':
      return buyer ? { ...state, buyers: { ...buyers, [what]: buyer } } : state;
    case 'swap_back':
      return { ...state, buyers: without(buyers, what) };
    case 'lower':
      return { ...state, shares: { ...shares, [what]: LEFT_OF_A_CAP } };
    case 'raise':
      return { ...state, shares: without(shares, what) };
    case 'pause':
      return { ...state, paused: [...paused, what] };
    case 'resume':
      return { ...state, paused: paused.filter((one) => one !== what) };
    case 'pause_for':
      return { ...state, timed: { ...timed, paused: [...timed.paused, what] } };
    case 'raise_for':
      return { ...state, timed: { ...timed, raised: [...timed.raised, what] } };
    case 'close': {
      const opens = Math.ceil((now.getTime() + for_ms) / MINUTE_MS) * MINUTE_MS;
      const isToday = Math.floor(opens / DAY_MS) === Math.floor(now.getTime() / DAY_MS);
      return isToday ? { ...state, closed_until: { ...closed_until, [what]: new Date(opens) } } : state;
    }
  }
}

/** The state when a change has ended by itself. */
export function endedIn(
  state: CatalogueState,
  { kind, what }: Pick<Change, 'kind' | 'what'>,
): CatalogueState {
  const { paused, raised } = state.timed;
  const rest = (all: readonly string[]): string[] => all.filter((one) => one !== what);
  const timed = kind === 'pause_for' ? { paused: rest(paused), raised } : { paused, raised: rest(raised) };
  return { ...state, timed };
}

const without = <Value>(all: Readonly<Record<string, Value>>, key: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => name !== key));
