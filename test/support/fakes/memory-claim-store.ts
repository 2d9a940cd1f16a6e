import { ownersInScope, duplicateWindowStart } from '../../../src/core/duplicates/claim-status.js';
import type { ClaimRequest, ClaimStore, ClaimTaken } from '../../../src/app/ports/claim-store.js';
import type { ClaimedIdentity, ClaimOwner } from '../../../src/core/duplicates/claim-owner.js';

interface TakenOwner extends ClaimOwner {
  readonly taken_by: number | 'kept';
  readonly run?: number;
}

export interface MemoryClaimStore extends ClaimStore {
  readonly all: ReadonlyMap<string, readonly ClaimOwner[]>;
  /** `take`, letting others in between two keys: like the real one it is not one step but one for each key. */
  takeSlowly(request: ClaimRequest, pause: () => Promise<unknown>): Promise<ClaimTaken>;
  /** `take`, asleep where a call that is refused is about to take back what it added. */
  takeAsleep(request: ClaimRequest, meanwhile: () => Promise<unknown>): Promise<ClaimTaken>;
}

const NO_PAUSE = (): Promise<void> => Promise.resolve();

/** Claims in memory, with the same conditions as the real store: the same contract is run against both. */
export function memoryClaimStore(): MemoryClaimStore {
  const all = new Map<string, readonly TakenOwner[]>();
  let takings = 0;
  const held = (keys: readonly string[]): ClaimedIdentity[] =>
    keys.flatMap((key) => {
      const owners = all.get(key) ?? [];
      return owners.length > 0 ? [{ key, owners: owners.map(withoutTaker) }] : [];
    });
  const leave = (keys: readonly string[], leaves: (owner: TakenOwner) => boolean): void => {
    for (const key of keys) {
      const rest = (all.get(key) ?? []).filter((owner) => !leaves(owner));
      if (rest.length > 0) all.set(key, rest);
      else all.delete(key);
    }
  };
  const isOf = (lead: string, submission: number) => (owner: ClaimOwner) =>
    owner.lead === lead && owner.submission === submission;
  const take = async (
    request: ClaimRequest,
    pause: () => Promise<unknown>,
    beforeGivingBack: () => Promise<unknown>,
  ): Promise<ClaimTaken> => {
    const { identities, policy, owner, now, over = [], run } = request;
    const since = duplicateWindowStart(policy, now);
    const taken_by = (takings += 1);
    const others = (keys: readonly string[]): ClaimOwner[] => {
      const rest = held(keys).map(({ key, owners }) => ({
        key,
        owners: owners.filter(({ lead }) => lead !== owner.lead),
      }));
      return ownersInScope(rest, identities, policy, owner).filter(
        ({ lead, at }) => at > since || !over.includes(lead),
      );
    };
    const keys = identities.map(({ key }) => key);
    const addAll = async (): Promise<boolean> => {
      for (const key of inOrder(identities, policy.match)) {
        if (decides(identities, policy.match, key) && others([key]).length > 0) return false;
        all.set(
          key,
          added(all.get(key) ?? [], { ...owner, taken_by, ...(run === undefined ? {} : { run }) }),
        );
        await pause();
      }
      return true;
    };
    while (!(await addAll())) {
      const inTheWay = others(keys);
      await pause();
      // Given back before it was read: tried again, like the real store.
      if (inTheWay.length === 0) continue;
      await beforeGivingBack();
      leave(keys, (one) => one.lead === owner.lead && one.taken_by === taken_by);
      return { won: false, owners: inTheWay };
    }
    return { won: true };
  };
  return {
    all,
    takeSlowly: (request, pause) => take(request, pause, NO_PAUSE),
    takeAsleep: (request, meanwhile) => take(request, NO_PAUSE, meanwhile),
    take: (request) => take(request, NO_PAUSE, NO_PAUSE),
    release(keys, lead, submission, upTo = Infinity) {
      const mine = isOf(lead, submission);
      leave(keys, (one) => mine(one) && (one.run === undefined || one.run <= upTo));
      return Promise.resolve();
    },
    giveBack(keys, { lead, submission, run }) {
      const mine = isOf(lead, submission);
      leave(keys, (one) => mine(one) && one.run !== undefined && one.run <= run);
      return Promise.resolve();
    },
    renew(keys, lead, submission, at) {
      const mine = isOf(lead, submission);
      for (const key of keys) {
        const owners = all.get(key);
        if (owners)
          all.set(
            key,
            owners.map((one) => (mine(one) ? { ...one, at } : one)),
          );
      }
      return Promise.resolve();
    },
    owners: (keys) => Promise.resolve(held(keys)),
    // eslint-disable-next-line @typescript-eslint/require-await -- an async iterable of what is at hand
    async *old(before) {
      yield* held([...all.keys()]).filter(({ owners }) => owners.some(({ at }) => at < before));
    },
    page(after, limit) {
      const keys = [...all.keys()].filter((key) => key > after).sort();
      return Promise.resolve(held(keys.slice(0, limit)));
    },
    expire(keys, before, leads) {
      const isOld = ({ at, lead }: ClaimOwner): boolean => at < before && leads.includes(lead);
      const old = keys.filter((key) => all.get(key)?.some(isOld));
      leave(old, isOld);
      return Promise.resolve(old.length);
    },
  };
}

const withoutTaker = ({ taken_by: _, run: _run, ...owner }: TakenOwner): ClaimOwner => owner;

/** What the same lead and submission holds for the same buyer stays and is nobody's to take back, as in the real store. */
function added(owners: readonly TakenOwner[], owner: TakenOwner): TakenOwner[] {
  const isSame = ({ lead, submission, buyer }: ClaimOwner): boolean =>
    lead === owner.lead && submission === owner.submission && buyer === owner.buyer;
  const mine = owners.filter(isSame).map((one): TakenOwner => ({
    ...one,
    taken_by: one.taken_by === owner.taken_by ? one.taken_by : 'kept',
    ...(owner.run === undefined ? {} : { run: Math.max(one.run ?? 0, owner.run) }),
  }));
  return [...owners.filter((one) => !isSame(one)), ...(mine.length > 0 ? mine : [owner])];
}

type Identities = Parameters<ClaimStore['take']>[0]['identities'];

const decides = (identities: Identities, match: readonly string[], key: string): boolean =>
  identities.some((one) => one.key === key && match.includes(one.kind));

/** What is only recorded comes first, then the keys that decide, each kind sorted: the order of the real store. */
function inOrder(identities: Identities, match: readonly string[]): string[] {
  const sorted = identities.map(({ key }) => key).sort();
  const last = sorted.filter((key) => decides(identities, match, key));
  return [...sorted.filter((key) => !last.includes(key)), ...last];
}
