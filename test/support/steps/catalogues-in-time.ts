import type { Catalogue } from '../../../src/core/catalogue/types.js';
import type { CatalogueSource } from '../../../src/app/ports/catalogue-source.js';

/** A process may see the former version for so long. */
const LATE_MS = 5_000;

interface Version {
  readonly catalogue: Catalogue;
  readonly at: Date;
}

/** The catalogue's versions as they are applied, and processes of which every other one learns of them late. */
export function cataloguesInTime(first: Catalogue, clock: () => Date) {
  const versions: Version[] = [{ catalogue: first, at: new Date(0) }];
  let processes = 0;
  const seenAt = (time: number): Catalogue =>
    versions.findLast(({ at }) => at.getTime() <= time)?.catalogue ?? first;
  return {
    versions: versions as readonly Version[],
    /** `at`: what is in force from then on, when a change ends by itself. */
    apply(catalogue: Catalogue, at = clock()): void {
      versions.push({ catalogue, at });
    },
    current: () => seenAt(Infinity),
    /** What one process sees. */
    ofProcess(): CatalogueSource {
      const lateMs = (processes += 1) % 2 === 0 ? LATE_MS : 0;
      return { current: () => seenAt(clock().getTime() - lateMs) };
    },
  };
}
