import type { BoundKey, BoundKeyStore } from '../../../src/app/ports/bound-key-store.js';

/** Idempotency-Keys in memory, with the conditions of the real store: the same contract is run against both. */
export function memoryBoundKeyStore(): BoundKeyStore {
  const all = new Map<string, BoundKey>();
  const nameOf = (affiliateId: string, key: string): string => `${affiliateId}:${key}`;
  const find = (affiliateId: string, key: string): BoundKey | undefined => all.get(nameOf(affiliateId, key));
  const put = (bound: BoundKey): void => void all.set(nameOf(bound.affiliate_id, bound.key), bound);
  return {
    bind(bound) {
      const there = find(bound.affiliate_id, bound.key);
      if (!there) put(bound);
      return Promise.resolve(there ?? null);
    },
    replace(former, bound) {
      const there = find(former.affiliate_id, former.key);
      const isSame = there?.lead_id === former.lead_id && there.at.getTime() === former.at.getTime();
      if (isSame) put(bound);
      return Promise.resolve(isSame);
    },
    read: (affiliateId, key) => Promise.resolve(find(affiliateId, key) ?? null),
    expire(before) {
      for (const [name, { at }] of all) if (at < before) all.delete(name);
      return Promise.resolve();
    },
  };
}
