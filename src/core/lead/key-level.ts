/**
 * A keyed hash says which secret made it: that of the first secret is bare hex, as when there was only one, and that of a
 * later one begins with its level (`k01-…`). So the hash of a later secret can be told from the one that it was made of,
 * and all hashes of one level are a range of an index.
 */
const MARK = /^k(\d\d)-/;

/** The level of a keyed hash: 0 for that of the first secret. */
export const secretLevelOf = (key: string): number => Number(MARK.exec(key)?.[1] ?? 0);

/** The hash without its level. */
export const hexOf = (key: string): string => key.replace(MARK, '');

/** The hash with its level. */
export const atLevel = (level: number, hex: string): string =>
  level === 0 ? hex : `${startOfLevel(level)}${hex}`;

/** What all keyed hashes of this level or of later ones are not below, and all earlier ones are. */
export const startOfLevel = (level: number): string =>
  level === 0 ? '' : `k${String(level).padStart(2, '0')}-`;
