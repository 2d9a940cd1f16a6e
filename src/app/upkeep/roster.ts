import { shareOf, type Share } from '../../core/upkeep/share.js';
import type { Leases } from '../ports/leases.js';

/** As many sweepers share the work. Those beyond it look after all leads, which does no harm. */
export const MAX_SWEEPERS = 16;

/** A sweeper that did not say so for this long is not there. */
export const PRESENT_MS = 6_000;

const PLACES = Array.from({ length: MAX_SWEEPERS }, (_, n) => `sweeper-${String(n).padStart(2, '0')}`);

/**
 * What one sweeper does and the others need not. `sweep`: does what is owed for long, and orders the feed.
 * `upkeep`: chains evidence, counts, trims and removes.
 */
export type Role = 'sweep' | 'upkeep';
const ROLES: readonly Role[] = ['sweep', 'upkeep'];

export interface RosterPorts {
  readonly leases: Pick<Leases, 'take' | 'taken' | 'release'>;
  readonly clock: () => Date;
  /** The name of this process among the sweepers. */
  readonly owner: string;
}

/** Which sweepers are there, and what each of them does. */
export interface Roster {
  /** Says that this one is there, if it gets on with its work, and looks who else is. Throws on an outage. */
  look(getsOn: boolean): Promise<void>;
  /** The leads that this one finishes. Who has no place finishes all. */
  share(): Share;
  /** Whether this one has the role. Who has no place has every role. */
  has(role: Role): boolean;
  /** Whether others do a part. */
  hasOthers(): boolean;
  /** Leaves its part to the others at once. */
  leave(): Promise<void>;
}

/**
 * A sweeper has a place by lease, and the places that are taken divide the work. What a look shows may be seconds old:
 * then a part is done twice, which does no harm, or by nobody until the next look. A sweeper that does not get on gives
 * its place up.
 */
export function createRoster({ leases, clock, owner }: RosterPorts): Roster {
  let own: string | undefined;
  let taken: readonly string[] = [];

  async function takePlace(now: Date): Promise<string | undefined> {
    const until = new Date(now.getTime() + PRESENT_MS);
    if (own !== undefined && (await leases.take(own, owner, now, until))) return own;
    const others = new Set(await leases.taken(PLACES, now));
    for (const place of PLACES)
      if (!others.has(place) && (await leases.take(place, owner, now, until))) return place;
    return undefined;
  }

  async function leave(): Promise<void> {
    const left = own;
    own = undefined;
    if (left !== undefined) await leases.release(left, owner);
  }
  const nth = (): number => (own === undefined ? -1 : taken.indexOf(own));

  return {
    async look(getsOn) {
      if (getsOn) own = await takePlace(clock());
      else await leave();
      taken = [...(await leases.taken(PLACES, clock()))].sort();
    },
    share: () => (nth() === -1 ? {} : shareOf(nth(), taken.length)),
    has: (role) => nth() === -1 || ROLES.indexOf(role) % taken.length === nth(),
    hasOthers: () => taken.some((place) => place !== own),
    leave,
  };
}
