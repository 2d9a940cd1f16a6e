import { compileCatalogue } from '../../core/catalogue/compile-catalogue.js';
import { type CatalogueHistory, createCatalogueHistory } from '../../core/invariants/catalogue-history.js';
import { withChanges } from '../../core/timed-changes/in-force.js';
import {
  isInForce,
  isUnapproved,
  nextBoundary,
  type TimedChange,
} from '../../core/timed-changes/timed-change.js';
import type { CatalogueStore, CatalogueVersion } from '../ports/catalogue-store.js';
import type { TimedChangeStore } from '../ports/timed-changes.js';

interface HistoryPorts {
  readonly versions: Pick<CatalogueStore, 'currentVersion' | 'read'>;
  readonly timedChanges: Pick<TimedChangeStore, 'list'>;
  readonly clock: () => Date;
}

/**
 * Reads all versions of the catalogue one by one, and what was in force beside them. Keeps only what the invariants need.
 */
export async function readHistory({
  versions,
  timedChanges,
  clock,
}: HistoryPorts): Promise<CatalogueHistory> {
  const history = createCatalogueHistory();
  const changes = (await timedChanges.list(ALL_CHANGES))
    .filter((change) => !isUnapproved(change))
    .map(asItWas);
  const newest = await versions.currentVersion();
  let version = newest === 0 ? null : await versions.read(1);
  while (version) {
    const { version: number, document, at: begin } = version;
    const next: CatalogueVersion | null = number < newest ? await versions.read(number + 1) : null;
    const end = next?.at ?? clock();
    for (let at: Date | undefined = begin; at && (at < end || at === begin); at = nextBoundary(changes, at)) {
      const now = at;
      const inForce = changes.filter((change) => isInForce(change, now));
      history.add(compileCatalogue(withChanges(document, inForce), number), now);
    }
    version = next;
  }
  return history;
}

/** Nobody adds as many. */
const ALL_CHANGES = 100_000;

/** A change with the end that it had: one that somebody ended was in force before. */
const asItWas = ({ ended, ...change }: TimedChange): TimedChange => ({
  ...change,
  until: ended && ended.at < change.until ? ended.at : change.until,
});
