import type { DataKeys } from '../../secrets/data-keys.js';

/** The update that seals a record's text under the newest key, unless it changed meanwhile. Undefined: its key is not there. */
export function sealAgain(keys: DataKeys, _id: string, sealed: string) {
  const text = keys.open(sealed);
  if (text === undefined) return undefined;
  return { filter: { _id, sealed }, update: { $set: { sealed: keys.seal(text), sealed_by: keys.current } } };
}
