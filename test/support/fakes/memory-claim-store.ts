import { holdersInTheWay } from '../../../src/core/duplicates.js';
import type { ClaimStore, HeldIdentity, Holder } from '../../../src/core/ports/claim-store.js';

/** Claims in memory, with the same conditions as the real store. */
export function memoryClaimStore(): ClaimStore & { readonly all: Map<string, Holder[]> } {
  const all = new Map<string, Holder[]>();
  const held = (keys: readonly string[]): HeldIdentity[] =>
    keys.flatMap((key) => {
      const holders = all.get(key) ?? [];
      return holders.length > 0 ? [{ key, holders }] : [];
    });
  const isOf = (lead: string, round: number) => (holder: Holder) =>
    holder.lead === lead && holder.round === round;
  return {
    all,
    take({ identities, policy, holder, now }) {
      const keys = identities.map(({ key }) => key);
      const place = { offer: holder.offer, buyer: holder.buyer };
      const others = holdersInTheWay(held(keys), identities, policy, place, now).filter(
        ({ lead }) => lead !== holder.lead,
      );
      if (others.length > 0) return Promise.resolve({ won: false, holders: others });
      for (const key of keys) {
        const holders = all.get(key) ?? [];
        if (!holders.some(isOf(holder.lead, holder.round))) all.set(key, [...holders, holder]);
      }
      return Promise.resolve({ won: true });
    },
    release(keys, lead, round) {
      const mine = isOf(lead, round);
      for (const key of keys)
        all.set(
          key,
          (all.get(key) ?? []).filter((holder) => !mine(holder)),
        );
      return Promise.resolve();
    },
    restamp(keys, lead, round, at) {
      const mine = isOf(lead, round);
      for (const key of keys)
        all.set(
          key,
          (all.get(key) ?? []).map((h) => (mine(h) ? { ...h, at } : h)),
        );
      return Promise.resolve();
    },
    holders: (keys) => Promise.resolve(held(keys)),
    expire: () => Promise.resolve(0),
  };
}
