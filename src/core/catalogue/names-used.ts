import type { Names } from './names-of.js';

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The present names of all entries of the catalogue that something names by id, for readers who know no ids. */
export function namesUsed(what: object, names: Names): Readonly<Record<string, string>> {
  const ids = new Set(JSON.stringify(what).match(ID));
  return Object.fromEntries(
    [...ids].map((id) => [id, names(id)] as const).filter(([id, name]) => name !== id),
  );
}

/** A name beside its id, or the id alone if the catalogue does not have it any more. */
export const withName = (id: string, names: Names): string => {
  const name = names(id);
  return name === id ? id : `${name} (${id})`;
};
