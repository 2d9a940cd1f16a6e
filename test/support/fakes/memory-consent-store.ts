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
    removeOf(leadIds) {
      const gone = [...all.values()].filter(({ lead_id }) => leadIds.includes(lead_id));
      for (const { id } of gone) all.delete(id);
      return Promise.resolve(gone.length);
    },
  } satisfies Pick<ConsentStore, 'kept' | 'keep' | 'removeOf'> & { readonly all: Map<string, KeptEvidence> };
}
