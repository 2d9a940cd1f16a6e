import type { CapBucket } from '../../core/caps/windows.js';
import type { Ledger } from '../ports/cap-ledger.js';

/** A bucket with so many free places is not asked for again for so long: it would take 400 sales a second to fill it. */
const MANY_PLACES = 100;
const FOR_MS = 250;

/** What a process knows of the room in the buckets of a ledger. A search promises nothing, so it may be a moment old. */
export interface CapsWithRoom {
  has(bucket: CapBucket, now: Date): boolean;
  /** `used`: the places that were taken when the ledger was asked, at `now` or later. */
  note(bucket: CapBucket, used: number, now: Date): void;
}

const known = new WeakMap<Pick<Ledger, 'used'>, CapsWithRoom>();

export function capsWithRoomOf(ledger: Pick<Ledger, 'used'>): CapsWithRoom {
  const roomy = known.get(ledger) ?? createRoomyCaps();
  known.set(ledger, roomy);
  return roomy;
}

function createRoomyCaps(): CapsWithRoom {
  /** Until when, in ms since 1970. A new version of the catalogue has other buckets. */
  const until = new WeakMap<CapBucket, number>();
  return {
    has(bucket, now) {
      const left = (until.get(bucket) ?? 0) - now.getTime();
      // A clock that was set back must not keep a bucket from being asked for.
      return left > 0 && left <= FOR_MS;
    },
    note(bucket, used, now) {
      if (bucket.cap.limit - used >= MANY_PLACES) until.set(bucket, now.getTime() + FOR_MS);
      else until.delete(bucket);
    },
  };
}
