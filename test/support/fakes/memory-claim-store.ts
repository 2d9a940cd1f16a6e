import { holdersInTheWay } from '../../../src/core/duplicates.js';
import type {
  ClaimRequest,
  ClaimStore,
  ClaimTaken,
  HeldIdentity,
  Holder,
} from '../../../src/core/ports/claim-store.js';

interface TakenHolder extends Holder {
  readonly taken_by: number;
}

export interface MemoryClaimStore extends ClaimStore {
  readonly all: ReadonlyMap<string, readonly Holder[]>;
  /** `take`, letting others in between two keys: like the real one it is not one step but one for each key. */
  takeSlowly(request: ClaimRequest, pause: () => Promise<unknown>): Promise<ClaimTaken>;
}

/** Claims in memory, with the same conditions as the real store: the same contract is run against both. */
export function memoryClaimStore(): MemoryClaimStore {
  const all = new Map<string, readonly TakenHolder[]>();
  let takings = 0;
  const held = (keys: readonly string[]): HeldIdentity[] =>
    keys.flatMap((key) => {
      const holders = all.get(key) ?? [];
      return holders.length > 0 ? [{ key, holders: holders.map(withoutTaker) }] : [];
    });
  const leave = (keys: readonly string[], leaves: (holder: TakenHolder) => boolean): void => {
    for (const key of keys) {
      const rest = (all.get(key) ?? []).filter((holder) => !leaves(holder));
      if (rest.length > 0) all.set(key, rest);
      else all.delete(key);
    }
  };
  const isOf = (lead: string, round: number) => (holder: Holder) =>
    holder.lead === lead && holder.round === round;
  const takeSlowly: MemoryClaimStore['takeSlowly'] = async ({ identities, policy, holder, now }, pause) => {
    const taken_by = (takings += 1);
    const others = (keys: readonly string[]): Holder[] => {
      const rest = held(keys).map(({ key, holders }) => ({
        key,
        holders: holders.filter(({ lead }) => lead !== holder.lead),
      }));
      return holdersInTheWay(rest, identities, policy, holder, now);
    };
    const keys = identities.map(({ key }) => key);
    const addAll = async (): Promise<boolean> => {
      for (const key of inOrder(identities, policy.match)) {
        if (decides(identities, policy.match, key) && others([key]).length > 0) return false;
        const rest = (all.get(key) ?? []).filter((one) => !isOf(holder.lead, holder.round)(one));
        all.set(key, [...rest, { ...holder, taken_by }]);
        await pause();
      }
      return true;
    };
    while (!(await addAll())) {
      const inTheWay = others(keys);
      await pause();
      // Given back before it was read: tried again, like the real store.
      if (inTheWay.length === 0) continue;
      leave(keys, (one) => one.lead === holder.lead && one.taken_by === taken_by);
      return { won: false, holders: inTheWay };
    }
    return { won: true };
  };
  return {
    all,
    takeSlowly,
    take: (request) => takeSlowly(request, () => Promise.resolve()),
    release(keys, lead, round) {
      leave(keys, isOf(lead, round));
      return Promise.resolve();
    },
    restamp(keys, lead, round, at) {
      const mine = isOf(lead, round);
      for (const key of keys) {
        const holders = all.get(key);
        if (holders)
          all.set(
            key,
            holders.map((one) => (mine(one) ? { ...one, at } : one)),
          );
      }
      return Promise.resolve();
    },
    holders: (keys) => Promise.resolve(held(keys)),
    expire(before) {
      const old = [...all].filter(([, holders]) => holders.some(({ at }) => at < before));
      leave(
        old.map(([key]) => key),
        ({ at }) => at < before,
      );
      return Promise.resolve(old.length);
    },
  };
}

const withoutTaker = ({ taken_by: _, ...holder }: TakenHolder): Holder => holder;

type Identities = Parameters<ClaimStore['take']>[0]['identities'];

const decides = (identities: Identities, match: readonly string[], key: string): boolean =>
  identities.some((one) => one.key === key && match.includes(one.kind));

/** The keys that decide come first, each kind sorted, so that two that want the same keys meet at the first. */
function inOrder(identities: Identities, match: readonly string[]): string[] {
  const sorted = identities.map(({ key }) => key).sort();
  const first = sorted.filter((key) => decides(identities, match, key));
  return [...first, ...sorted.filter((key) => !first.includes(key))];
}
