import { ENTRY_KINDS, type CatalogueDocument } from './document.js';

const SECRET = /\$\{secret:([A-Za-z_][A-Za-z0-9_]{0,99})\}/g;

/** How a secret may be named in a catalogue. */
export const SECRET_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;

/** By the name of a secret, which entries in use name it, like `offer ridge-nursing`; alerts are `alerts`. */
export function namedSecrets(document: CatalogueDocument): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, string[]>();
  const note = (who: string, part: unknown): void => {
    const names = [...JSON.stringify(part ?? null).matchAll(SECRET)].map(([, name = '']) => name);
    for (const name of new Set(names)) named.set(name, [...(named.get(name) ?? []), who]);
  };
  for (const [list, kind] of Object.entries(ENTRY_KINDS))
    for (const entry of document[list as keyof typeof ENTRY_KINDS])
      if (entry.status !== 'retired') note(`${kind} ${entry.handle}`, entry);
  note('alerts', document.alerts);
  return named;
}
