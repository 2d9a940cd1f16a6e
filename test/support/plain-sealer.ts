import type { Sealer } from '../../src/app/ports/sealer.js';

/** Seals nothing, so that tests see what is kept. */
export const PLAIN_SEALER: Sealer = {
  seal: (value) => Promise.resolve(JSON.stringify(value)),
  open: (sealed) => Promise.resolve(JSON.parse(sealed) as unknown),
};
