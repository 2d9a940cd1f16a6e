import { compileCatalogue } from '../../../core/catalogue/compile-catalogue.js';
import { EMPTY_DOCUMENT, type CatalogueDocument } from '../../../core/catalogue/document.js';
import { EMPTY_CATALOGUE, type Catalogue } from '../../../core/catalogue/types.js';
import { withChanges } from '../../../core/timed-changes/in-force.js';
import { isInForce, nextBoundary, type TimedChange } from '../../../core/timed-changes/timed-change.js';
import { OutageError } from '../../../app/outage.js';
import type { CatalogueSource } from '../../../app/ports/catalogue-source.js';
import { isDriverOutage } from '../../process/outage.js';
import type { CatalogueStore } from '../../../app/ports/catalogue-store.js';
import type { TimedChangeStore } from '../../../app/ports/timed-changes.js';

export interface CatalogueCache extends CatalogueSource {
  /** Starts polling. Resolves after the first try, whether or not the store answered. Never rejects. */
  start(): Promise<void>;
  /** Stops polling and waits for a poll that is running. */
  stop(): Promise<void>;
  /**
   * Ensures that the catalogue in force is at least this version and was in force within the last 4.5 s, and reads it now
   * if necessary. Does not wait for a version that the store lacks (after a restore from a backup) or that can't be
   * compiled. Rejects if the store is unavailable.
   */
  reach(version: number): Promise<void>;
  /** Reads the catalogue in force now. A version that can't be compiled changes nothing. Rejects as `reach` does. */
  refresh(): Promise<void>;
  /** Whether the store has answered once. Until then the catalogue is empty because nothing is known. */
  loaded(): boolean;
}

/** The two methods of a pino logger that are used here. */
export interface CacheLog {
  info(data: object, message: string): void;
  warn(data: object, message: string): void;
}

interface CacheOptions {
  readonly refreshMs: number;
  readonly log: CacheLog;
  readonly clock: () => Date;
}

/**
 * A new version is in force within 5 s, also in a process that stood still. More than the longest `REFRESH_MS`: while a
 * process runs, its poll alone keeps the catalogue younger.
 */
const OLDEST_MS = 4_500;
const MAX_TRIES = 5;

/** What the cache knows: the version in force, and the timed changes that are in force or will be. */
interface Known {
  readonly version: number;
  readonly document: CatalogueDocument;
  readonly changes: readonly TimedChange[];
}

/** The catalogue in force from one moment until another, at which a timed change begins or ends. */
interface Shown {
  readonly catalogue: Catalogue;
  readonly known: Known;
  readonly from: number;
  readonly until: number;
  /** Names what it was compiled from. */
  readonly of: string;
}

/**
 * The compiled catalogue in memory. Every `refreshMs` the cache reads only the version number, and the timed changes. When
 * the number changes, the cache reads and compiles the new version, then replaces the old one in one step. If the store is
 * unavailable or a version can't be compiled, the last version stays in force. Timed changes begin and end by the clock.
 */
export function createCatalogueCache(
  store: Pick<CatalogueStore, 'currentVersion' | 'read'> & Pick<TimedChangeStore, 'toCome'>,
  { refreshMs, log, clock }: CacheOptions,
): CatalogueCache {
  let known: Known = { version: 0, document: EMPTY_DOCUMENT, changes: [] };
  let shown: Shown = { catalogue: EMPTY_CATALOGUE, known, from: -Infinity, until: Infinity, of: '0' };
  let loaded = false;
  /** When the newest read began that the store answered. */
  let readAt = -Infinity;
  let failing = false;
  let running = false;
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> = Promise.resolve();
  let loading: Promise<void> | undefined;

  /** After a clock was set back, a newer read counts as old. */
  const age = (): number => Math.abs(clock().getTime() - readAt);

  /** One load at a time, so that a slow read never replaces a newer version with an older one. */
  const load = (): Promise<void> =>
    (loading ??= read().finally(() => {
      loading = undefined;
    }));

  /** Throws if it can't be compiled. Entries stay the same objects as long as the same is in force. */
  function show(now: Known): Shown {
    const at = clock();
    const inForce = now.changes.filter((change) => isInForce(change, at));
    const of = [now.version, ...inForce.map(({ id }) => id)].join(' ');
    const catalogue =
      of === shown.of
        ? shown.catalogue
        : now.version === 0
          ? EMPTY_CATALOGUE
          : compileCatalogue(withChanges(now.document, inForce), now.version);
    const until = nextBoundary(now.changes, at)?.getTime() ?? Infinity;
    return { catalogue, known: now, from: at.getTime(), until, of };
  }

  function current(): Catalogue {
    const at = clock().getTime();
    // Also after the clock was set back.
    if (shown.known !== known || at < shown.from || at >= shown.until) shown = show(known);
    return shown.catalogue;
  }

  async function read(): Promise<void> {
    const at = clock().getTime();
    const [version, changes] = await Promise.all([store.currentVersion(), store.toCome(clock())]);
    const isKnown = version === known.version;
    const stored = isKnown || version === 0 ? null : await store.read(version);
    // Also if it can't be compiled.
    readAt = at;
    known = { ...known, changes };
    if (!isKnown) {
      shown = show({ version: stored?.version ?? 0, document: stored?.document ?? EMPTY_DOCUMENT, changes });
      known = shown.known;
      log.info({ catalogue_version: known.version }, 'catalogue in force');
    }
    loaded = true;
  }

  const loadNow = (): Promise<void> =>
    load().catch((error: unknown) => {
      // The poll logs any other error, and the last version stays in force.
      if (isDriverOutage(error)) throw error;
    });

  async function poll(): Promise<void> {
    try {
      await load();
      if (failing) log.info({ catalogue_version: known.version }, 'catalogue can be read again');
      failing = false;
    } catch (err) {
      // Log once for each outage, not once a second.
      if (!failing)
        log.warn(
          { err, catalogue_version: known.version },
          'catalogue could not be read; the last one stays',
        );
      failing = true;
    }
    if (running) timer = setTimeout(next, refreshMs);
  }

  function next(): void {
    polling = poll();
  }

  return {
    current,
    loaded: () => loaded,
    async reach(version) {
      if (version > known.version) {
        // A load that is already running may have started before this version existed.
        await loading?.catch(() => undefined);
        if (version > known.version) await loadNow();
      }
      for (let tries = 0; age() >= OLDEST_MS; tries += 1) {
        if (tries === MAX_TRIES) throw new OutageError('MongoDB', new Error('the catalogue is too old'));
        // The process may stand still while it reads.
        await loadNow();
      }
    },
    async refresh() {
      await loading?.catch(() => undefined);
      await loadNow();
    },
    start() {
      if (!running) {
        running = true;
        next();
      }
      return polling;
    },
    async stop() {
      running = false;
      clearTimeout(timer);
      await polling;
    },
  };
}
