import type { Sealer } from '../../../app/ports/sealer.js';

/** A text that this sealer wrote. A sealed one is no JSON. */
export const isPlain = (text: string): boolean => text.startsWith('{');

/** Seals nothing: the values of an installation without keys are as readable as its leads. */
export const PLAIN_SEALER: Sealer = {
  seal: (value) => Promise.resolve(JSON.stringify(value)),
  open: (sealed) =>
    isPlain(sealed)
      ? Promise.resolve(JSON.parse(sealed) as unknown)
      : Promise.reject(new Error('it is sealed, and this process has no key')),
  isUnsealed: () => false,
};
