import { isDeepStrictEqual } from 'node:util';

/** The value, or undefined when it is what holds anyway. */
export const unless = <T>(value: T, byDefault: unknown): T | undefined =>
  isDeepStrictEqual(value, byDefault) ? undefined : value;

/** The list, or undefined when it is empty. */
export const filled = <T>(list: readonly T[]): T[] | undefined => (list.length === 0 ? undefined : [...list]);
