import type { Violation } from '../../core/invariants/invariant.js';
import { notLogged } from '../../core/invariants/suppression-invariants.js';
import type { SuppressionStore } from '../ports/suppressions.js';
import { twice, type Circumstances } from './confirm.js';

/** The suppression list, and a filter that is filled as that of a process which sells. */
export interface CheckedSuppressions {
  readonly suppressionStore: Pick<SuppressionStore, 'keys' | 'under'>;
  readonly filter: {
    /** Reads what is not read yet. */
    load(): Promise<void>;
    maybe(key: string): boolean;
  };
}

/** Looks for entries whose fingerprints are in no filter. Reads the list as a stream, and keeps a filter in memory. */
export async function* checkSuppressions(
  { suppressionStore, filter }: CheckedSuppressions,
  about: Circumstances,
): AsyncGenerator<Violation> {
  for await (const page of suppressionStore.keys()) {
    if (page.every((key) => filter.maybe(key))) continue;
    // The fingerprints of an entry are stored before it: what was listed before the log was read is in it.
    await filter.load();
    const lacking = page.filter((key) => !filter.maybe(key));
    yield* twice(about, new Set(lacking), async (keys) => {
      const listed = await stillListed(suppressionStore, keys);
      await filter.load();
      return listed.filter((key) => !filter.maybe(key)).map(notLogged);
    });
  }
}

/** An entry that was removed may have lost its fingerprints. */
async function stillListed(
  { under }: Pick<SuppressionStore, 'under'>,
  keys: readonly string[],
): Promise<string[]> {
  const found = (await under(keys)).map(({ id }) => id);
  return keys.filter((key) => found.some((id) => id.startsWith(key)));
}
