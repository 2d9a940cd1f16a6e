import { compileCatalogue } from '../../../core/catalogue/compile-catalogue.js';
import { EMPTY_CATALOGUE, type Catalogue } from '../../../core/catalogue/types.js';
import type { CatalogueSource } from '../../../app/ports/catalogue-source.js';
import { isDriverOutage } from '../../process/outage.js';
import type { CatalogueStore } from '../../../app/ports/catalogue-store.js';

export interface CatalogueCache extends CatalogueSource {
  /** Begins to poll; resolves after the first try, whether or not the store answered. Never rejects. */
  start(): Promise<void>;
  /** Ends polling and waits for the poll that is under way. */
  stop(): Promise<void>;
  /**
   * Has a catalogue at least as new as this version in force, reading it now if it must. One that the store doesn't
   * have (it was restored from a backup), or that can't be compiled, is not waited for. Rejects when the store is away.
   */
  reach(version: number): Promise<void>;
  /** Whether the store has answered once: until then the catalogue is empty because nothing is known. */
  loaded(): boolean;
}

/** The two lines of a pino logger that are used here. */
export interface CacheLog {
  info(data: object, message: string): void;
  warn(data: object, message: string): void;
}

/**
 * The compiled catalogue in memory. Every `refreshMs` it asks for the version number alone; when that moved, the
 * new version is read, compiled and put in place of the old one at one moment. While the store is away, or when a
 * version can't be compiled, the last one stays in force.
 */
export function createCatalogueCache(
  store: Pick<CatalogueStore, 'currentVersion' | 'read'>,
  { refreshMs, log }: { readonly refreshMs: number; readonly log: CacheLog },
): CatalogueCache {
  let catalogue: Catalogue = EMPTY_CATALOGUE;
  let loaded = false;
  let failing = false;
  let running = false;
  let timer: NodeJS.Timeout | undefined;
  let poll: Promise<void> = Promise.resolve();
  let loading: Promise<void> | undefined;

  /** One at a time, so that a slow reader never puts an older version in place of a newer one. */
  const load = (): Promise<void> =>
    (loading ??= read().finally(() => {
      loading = undefined;
    }));

  async function read(): Promise<void> {
    const version = await store.currentVersion();
    if (version !== catalogue.version) {
      const stored = version === 0 ? null : await store.read(version);
      catalogue = stored === null ? EMPTY_CATALOGUE : compileCatalogue(stored.document, version);
      log.info({ catalogue_version: catalogue.version }, 'catalogue in force');
    }
    loaded = true;
  }

  async function refresh(): Promise<void> {
    try {
      await load();
      if (failing) log.info({ catalogue_version: catalogue.version }, 'catalogue can be read again');
      failing = false;
    } catch (err) {
      // Once for an outage, not once a second.
      if (!failing)
        log.warn(
          { err, catalogue_version: catalogue.version },
          'catalogue could not be read; the last one stays',
        );
      failing = true;
    }
    if (running) timer = setTimeout(next, refreshMs);
  }

  function next(): void {
    poll = refresh();
  }

  return {
    current: () => catalogue,
    loaded: () => loaded,
    async reach(version) {
      if (version <= catalogue.version) return;
      // One that is under way may have asked before that version was there.
      await loading?.catch(() => undefined);
      if (version <= catalogue.version) return;
      await load().catch((error: unknown) => {
        // Of any other fault the poll tells, and the last one stays.
        if (isDriverOutage(error)) throw error;
      });
    },
    start() {
      if (!running) {
        running = true;
        next();
      }
      return poll;
    },
    async stop() {
      running = false;
      clearTimeout(timer);
      await poll;
    },
  };
}
