import { setTimeout as pause } from 'node:timers/promises';
import { OutageError } from '../../../app/outage.js';
import type { SuppressionLog } from '../../../app/ports/suppression-log.js';
import type { Suppressions } from '../../../app/ports/suppressions.js';
import { createSuppressionFilter, type SuppressionFilter } from '../../../core/suppression/filter.js';
import { isInForce, possibleIds, type Suppression } from '../../../core/suppression/suppression.js';

interface CacheOptions {
  readonly refreshMs: number;
  readonly clock: () => Date;
}

export interface SuppressionCache extends Suppressions {
  /** Whether the filter may have the key, as of the last `load` or look. */
  maybe(key: string): boolean;
  /** Reads what is not read yet. Throws an OutageError. */
  load(): Promise<void>;
  /** Why this process sells nothing now, in a few words. It reads what is not read yet, but waits for that only shortly. */
  whyNotCurrent(): Promise<string | undefined>;
}

/** A new entry is in force within 5 s whatever the settings are: nothing is sold by an older filter. */
const OLDEST_MS = 4_000;
const MAX_REFRESH_MS = 2_000;
const MAX_TRIES = 5;

/** A filter never forgets, so another takes its place each day, filled from what the log still has. */
const RENEWED_AFTER_MS = 86_400_000;

/** A probe has a time limit of its own. */
const PROBE_WAIT_MS = 500;

/** A filter, and what is in it. */
interface Filled {
  readonly filter: SuppressionFilter;
  readonly begunAt: number;
  /** The number of the last chunk of the log that is in it. */
  read: number;
}

/**
 * The suppression list as this process sees it: a filter of all keyed hashes in memory, which follows the log of fingerprints.
 * When a look finds that the filter is `refreshMs` old, it starts a read in the background, so a busy process never
 * waits; a filter older than 4 s is read first. Only a person whom the filter may have is looked up in the list.
 */
export function createSuppressionCache(
  log: Pick<SuppressionLog, 'after'>,
  store: { byId(ids: readonly string[]): Promise<readonly Suppression[]> },
  { refreshMs, clock }: CacheOptions,
): SuppressionCache {
  const freshMs = Math.min(refreshMs, MAX_REFRESH_MS);
  const begin = (): Filled => ({
    filter: createSuppressionFilter(),
    begunAt: clock().getTime(),
    read: 0,
  });
  let current = begin();
  /** Filled anew, but for what was added since. It is the next to be read into, and takes over then. */
  let next: Filled | undefined;
  let renewing: Promise<void> | undefined;
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;
  /** After a clock was set back, newer reads count as old. */
  const age = (): number => Math.abs(clock().getTime() - readAt);

  async function fill(filled: Filled): Promise<Filled> {
    for (let page = await log.after(filled.read); page; page = await log.after(filled.read)) {
      for (const fingerprints of page.chunks) filled.filter.addFingerprints(fingerprints);
      filled.read = page.last;
    }
    return filled;
  }

  async function follow(): Promise<void> {
    const at = clock().getTime();
    current = await fill(next ?? current);
    if (next === current) next = undefined;
    readAt = at;
    if (next || at - current.begunAt < RENEWED_AFTER_MS) return;
    // Beside the looks, which go on with the former. An outage is not theirs: this is tried again.
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
  }

  const renew = (): Promise<void> =>
    fill(begin()).then(
      (filled) => {
        next = filled;
      },
      () => undefined,
    );

  /** Simultaneous looks share one read. */
  const followOnce = (): Promise<void> =>
    (reading ??= follow().finally(() => {
      reading = undefined;
    }));

  async function becomeCurrent(): Promise<void> {
    for (let tries = 0; age() >= OLDEST_MS; tries += 1) {
      if (tries === MAX_TRIES) throw new OutageError('MongoDB', new Error('the suppression list is too old'));
      // The first read of a long list may take longer than a filter may be old.
      await followOnce();
    }
    // Ignore an outage here. A look that has to wait for the read gets the error.
    if (age() >= freshMs) followOnce().catch(() => undefined);
  }

  return {
    maybe: (key) => current.filter.maybe(key),
    load: followOnce,
    async find(keys, parties) {
      await becomeCurrent();
      const hits = keys.filter((key) => current.filter.maybe(key));
      if (hits.length === 0) return [];
      const found = await store.byId(hits.flatMap((key) => possibleIds(key, parties)));
      return found.filter((one) => isInForce(one, clock()));
    },
    async whyNotCurrent() {
      if (age() >= freshMs) await Promise.race([followOnce().catch(() => undefined), pause(PROBE_WAIT_MS)]);
      if (age() < OLDEST_MS) return undefined;
      if (readAt === -Infinity)
        return 'the suppression list was not read yet, and nothing is sold until it is';
      const seconds = Math.round(age() / 1_000);
      return `the suppression list was last read ${seconds} s ago, and nothing is sold until it is read again`;
    },
  };
}
