import type { Leases } from '../ports/leases.js';

/** Who had a role and did not say so for this long is not there. */
export const HELD_MS = 6_000;

/**
 * What one sweeper does and the others need not. `finish`: finishes leads. `sweep`: does what is owed for long, and
 * orders the feed. `upkeep`: chains evidence, counts, trims and removes.
 */
export const ROLES = ['finish', 'sweep', 'upkeep'] as const;
export type Role = (typeof ROLES)[number];

const leaseOf = (role: Role): string => `sweeper-${role}`;

/** Who has no role and would take one. */
const WAITS = 'sweeper-waits';

export interface RolePorts {
  readonly leases: Pick<Leases, 'take' | 'isTaken' | 'release'>;
  readonly clock: () => Date;
  /** The name of this process among the sweepers. */
  readonly owner: string;
}

/** What this sweeper does of what one sweeper does. */
export interface Roles {
  /** Keeps its roles, if it gets on with its work, and takes one that nobody has. Throws on an outage. */
  look(getsOn: boolean): Promise<void>;
  /** Whether this one has the role. Who has not looked yet has every role. */
  has(role: Role): boolean;
  /** Leaves its roles to the others at once. */
  leave(): Promise<void>;
}

/**
 * Each role is a lease. What a look shows may be seconds old: then a part is done twice, which does no harm, or by nobody
 * until the next look. Who has several roles gives one to a sweeper that has none, and takes another only if nobody took it
 * since its last look. A sweeper that does not get on leaves its roles to the others, and goes on with everything.
 */
export function createRoles({ leases, clock, owner }: RolePorts): Roles {
  let mine: readonly Role[] = [];
  let free: readonly Role[] = [];
  let doesAll = true;

  async function leave(): Promise<void> {
    const left = mine;
    mine = [];
    for (const role of left) await leases.release(leaseOf(role), owner);
  }

  return {
    async look(getsOn) {
      if (!getsOn) {
        doesAll = true;
        return leave();
      }
      const now = clock();
      const until = new Date(now.getTime() + HELD_MS);
      const gives = mine.length > 1 && (await leases.isTaken(WAITS, now)) ? mine.at(-1) : undefined;
      const [kept, left]: [Role[], Role[]] = [[], []];
      for (const role of ROLES) {
        const wants = mine.includes(role) || free.includes(role) || mine.length + kept.length === 0;
        if (role !== gives && wants && (await leases.take(leaseOf(role), owner, now, until))) kept.push(role);
        else if (role === gives) await leases.release(leaseOf(role), owner);
        else if (!(await leases.isTaken(leaseOf(role), now))) left.push(role);
      }
      if (kept.length === 0) await leases.take(WAITS, owner, now, until);
      else if (mine.length === 0) await leases.release(WAITS, owner);
      [mine, free, doesAll] = [kept, left, false];
    },
    has: (role) => doesAll || mine.includes(role),
    leave,
  };
}
