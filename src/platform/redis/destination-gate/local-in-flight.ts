import type { Destination } from '../../../core/destination-gate/destination.js';

/** A destination that freed a permit this recently answers. Who meets it full waits for the next permit in place. */
const ANSWERS_MS = 250;

/** The longest wait in place. */
const MAX_WAIT_MS = 250;

type Asked = Pick<Destination, 'id' | 'share' | 'lease_ms'>;

interface Permits {
  /** Each with the time until which it counts. */
  readonly held: Map<string, number>;
  freedAt: number;
  /** Those who wait in place, in their order. */
  readonly waiting: (() => void)[];
}

/** The requests that this process has in flight to each destination. */
export interface LocalInFlight {
  /** Whether the destination is full and has not answered lately, so that waiting in place is idle. */
  hangs(destination: Asked): boolean;
  /** Takes a permit, now or as soon as another one is freed. False: the destination is full. */
  take(destination: Asked, permit: string): Promise<boolean>;
  /** Takes a permit whether or not there is room. */
  hold(destination: Asked, permit: string): void;
  free(destination: Pick<Asked, 'id'>, permit: string): void;
}

/**
 * At most `most` requests in flight to one destination. A full destination that answers frees a permit within
 * milliseconds. A lead that was put back for it would come seconds later, so it waits in place. A destination that hangs
 * frees none, and nobody waits for it here.
 */
export function createLocalInFlight(most: number): LocalInFlight {
  const all = new Map<string, Permits>();
  const permitsOf = (id: string): Permits => {
    const known = all.get(id) ?? { held: new Map<string, number>(), freedAt: -Infinity, waiting: [] };
    all.set(id, known);
    return known;
  };

  function isFull({ id, share = 1 }: Asked): boolean {
    const room = Math.max(1, most * share);
    const { held } = permitsOf(id);
    if (held.size < room) return false;
    const now = performance.now();
    for (const [permit, until] of held) if (until <= now) held.delete(permit);
    return held.size >= room;
  }
  const answers = ({ id }: Asked): boolean => performance.now() - permitsOf(id).freedAt < ANSWERS_MS;
  const hold = ({ id, lease_ms }: Asked, permit: string): void => {
    permitsOf(id).held.set(permit, performance.now() + lease_ms);
  };

  return {
    hangs: (destination) => isFull(destination) && !answers(destination),
    hold,
    async take(destination, permit) {
      const until = performance.now() + MAX_WAIT_MS;
      while (isFull(destination)) {
        const left = until - performance.now();
        if (left <= 0 || !answers(destination)) return false;
        await nextFreed(permitsOf(destination.id), left);
      }
      hold(destination, permit);
      return true;
    },
    free({ id }, permit) {
      const permits = all.get(id);
      if (!permits?.held.delete(permit)) return;
      permits.freedAt = performance.now();
      permits.waiting.shift()?.();
    },
  };
}

/** Resolves when a permit is freed and nobody has waited longer, or after `ms`. */
const nextFreed = ({ waiting }: Permits, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      const at = waiting.indexOf(end);
      if (at >= 0) waiting.splice(at, 1);
      resolve();
    };
    const timer = setTimeout(end, ms);
    waiting.push(end);
  });
