import { ENTRY_KINDS, ENTRY_LISTS, type CatalogueDocument } from './document.js';

const NAME = '[A-Za-z_][A-Za-z0-9_]{0,99}';

/** How a secret may be named. */
export const SECRET_NAME = new RegExp(`^${NAME}$`);

/** `${secret:NAME}`, as a catalogue refers to a secret. Its first group is the name. */
export const SECRET = new RegExp(`\\$\\{secret:(${NAME})\\}`, 'g');

/** The names of the secrets to which a text refers, as often as it does. */
export const secretNamesIn = (text: string): string[] =>
  [...text.matchAll(SECRET)].map(([, name = '']) => name);

/**
 * By the name of a secret, which entries in use name it, like `offer ridge-nursing`; alerts are `alerts`. Buyers are in use
 * when they are retired, too: they are told of what people revoke.
 */
export function namedSecrets(document: CatalogueDocument): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, string[]>();
  const note = (who: string, part: unknown): void => {
    for (const name of new Set(secretNamesIn(JSON.stringify(part ?? null))))
      named.set(name, [...(named.get(name) ?? []), who]);
  };
  for (const list of ENTRY_LISTS)
    for (const entry of document[list])
      if (list === 'buyers' || entry.status !== 'retired')
        note(`${ENTRY_KINDS[list]} ${entry.handle}`, entry);
  note('alerts', document.alerts);
  return named;
}
