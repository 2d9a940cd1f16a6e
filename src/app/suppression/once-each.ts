import { keyOfSuppression, type Suppression } from '../../core/suppression/suppression.js';
import type { Identities } from '../ports/identities.js';
import type { SuppressionStore } from '../ports/suppressions.js';

interface Ports {
  readonly suppressionStore: Pick<SuppressionStore, 'under'>;
  readonly identities: Pick<Identities, 'keysWithCurrentHashes'>;
}

/**
 * The same entries, each once. While IDENTITY_SECRET is rotated, an entry is stored under the former secret and under the
 * new one; it is shown under the new one, also if that is on another page. Reads nothing at any other time.
 */
export async function onceEach(
  { suppressionStore, identities }: Ports,
  entries: readonly Suppression[],
): Promise<readonly Suppression[]> {
  const newerOf = ({ id }: Suppression): readonly string[] => {
    const key = keyOfSuppression(id);
    const newer = identities.keysWithCurrentHashes([key]).filter((one) => one !== key);
    return newer.map((one) => `${one}${id.slice(key.length)}`);
  };
  const newer = entries.map(newerOf);
  const keys = newer.flat().map(keyOfSuppression);
  if (keys.length === 0) return entries;
  const there = new Set((await suppressionStore.under([...new Set(keys)])).map(({ id }) => id));
  return entries.filter((_, at) => !newer[at]?.some((id) => there.has(id)));
}
