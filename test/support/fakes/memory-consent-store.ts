import type { ConsentStore, KeptEvidence } from '../../../src/app/ports/consent-store.js';

/** The evidence of consents, without its chain. */
export function memoryConsentStore() {
  const all = new Map<string, KeptEvidence>();
  return {
    all,
    kept: (ids) => Promise.resolve(new Set(ids.filter((id) => all.has(id)))),
    keep(some) {
      for (const one of some) if (!all.has(one.id)) all.set(one.id, one);
      return Promise.resolve();
    },
  } satisfies Pick<ConsentStore, 'kept' | 'keep'> & { readonly all: Map<string, KeptEvidence> };
}
