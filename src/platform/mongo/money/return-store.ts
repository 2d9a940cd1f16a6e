import type { Connection } from 'mongoose';
import type { ReturnUnitRequest, ReturnOf, ReturnStore } from '../../../app/ports/return-store.js';
import type { Entry } from '../../../core/money/entry.js';
import {
  returnUnitName,
  returnUnitNumber,
  returnUnitPrefix,
  type ReturnShare,
} from '../../../core/money/return-share.js';
import { isDuplicateKey } from '../stores/duplicate-key.js';
import { earlierThan } from '../stores/documents.js';

/** One number of a share, and the return that has it. `pending_since`: the lead may not be returned yet. */
interface StoredUnit extends ReturnOf {
  readonly _id: string;
  readonly pending_since?: Date;
}

/** Numbers that other returns took first. Each try asks for a later one. */
const MAX_TRIES = 100;

/** After every number of a prefix. */
const LAST = '~';

/** What returns need of the books, and the numbers of the shares, in MongoDB. */
export function createReturnStore(connection: Connection): ReturnStore {
  const entries = connection.collection<Entry>('entries');
  const units = connection.collection<StoredUnit>('return_units');
  /** The number after the newest that this process asked for: side by side, its returns ask for different numbers. */
  const next = new Map<string, number>();

  const named = (share: ReturnShare) => ({
    _id: { $gte: returnUnitPrefix(share), $lt: `${returnUnitPrefix(share)}${LAST}` },
  });

  async function highest(share: ReturnShare): Promise<number> {
    const [last] = await units.find(named(share)).sort({ _id: -1 }).limit(1).toArray();
    return last ? returnUnitNumber(last._id) : 0;
  }

  /**
   * A number that was freed. Only asked when all numbers up to the limit were once taken. Numbers over the limit are of
   * returns too: the share was larger when they were taken.
   */
  async function freed(share: ReturnShare, limit: number): Promise<number | undefined> {
    const taken = new Set<number>();
    for await (const { _id } of units.find(named(share), { projection: { _id: 1 } }))
      taken.add(returnUnitNumber(_id));
    if (taken.size >= limit) return undefined;
    for (let number = 1; number <= limit; number += 1) if (!taken.has(number)) return number;
    return undefined;
  }

  /**
   * Whether the return has a number in the share, and none over the limit. What it has is taken anew, so that a sweeper
   * which has just looked does not free it. A number in another share is freed.
   */
  async function has({ share, lead, number, at, limit }: ReturnUnitRequest): Promise<'yes' | 'over' | 'no'> {
    const unit = await units.findOne({ lead, number });
    if (!unit) return 'no';
    const { _id, pending_since } = unit;
    const isHere = _id.startsWith(returnUnitPrefix(share));
    if (isHere && limit !== null && returnUnitNumber(_id) > limit) return 'over';
    // It was kept: the return is stored, and this caller is late.
    if (pending_since === undefined) return 'yes';
    const asRead = { _id, lead, number, pending_since };
    if (!isHere) {
      await units.deleteOne(asRead);
      return 'no';
    }
    const { matchedCount } = await units.updateOne(asRead, { $set: { pending_since: at } });
    return matchedCount === 1 ? 'yes' : 'no';
  }

  /** A number that no other return of this process asks for. */
  async function ask(share: ReturnShare): Promise<number> {
    const prefix = returnUnitPrefix(share);
    // Another process may have taken later ones, also over a limit that is smaller by now.
    const last = await highest(share);
    // Read after the wait, and told at once: returns side by side would ask for the same number.
    const number = Math.max(next.get(prefix) ?? 0, last + 1);
    next.set(prefix, number + 1);
    return number;
  }

  async function take(request: ReturnUnitRequest): Promise<boolean> {
    const { share, lead, number: nth, at, limit } = request;
    let number = await ask(share);
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      if (limit !== null && number > limit) {
        const mine = await has(request);
        if (mine !== 'no') return mine === 'yes';
        const free = await freed(share, limit);
        if (free === undefined) return false;
        number = free;
      }
      try {
        await units.insertOne({ _id: returnUnitName(share, number), lead, number: nth, pending_since: at });
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const mine = await has(request);
        if (mine !== 'no') return mine === 'yes';
        number = await ask(share);
      }
    }
    throw new Error(
      `no number of the share ${returnUnitPrefix(share)} could be taken: too many returns at once`,
    );
  }

  return {
    take,
    async room(share, limit) {
      return Math.max(0, limit - (await units.countDocuments(named(share))));
    },
    sold: ({ owner, id, month }) =>
      entries.countDocuments({ [owner === 'buyer' ? 'buyer_id' : 'offer_id']: id, month, kind: 'sale' }),
    async keep(returns) {
      if (returns.length === 0) return;
      await units.bulkWrite(
        returns.map(({ lead, number }) => ({
          updateOne: { filter: { lead, number }, update: { $unset: { pending_since: 1 } } },
        })),
        { ordered: false },
      );
    },
    async free(returns, takenBefore) {
      if (returns.length === 0) return;
      const still = takenBefore && { pending_since: earlierThan(takenBefore) };
      await units.bulkWrite(
        returns.map(({ lead, number }) => ({ deleteOne: { filter: { lead, number, ...still } } })),
        { ordered: false },
      );
      next.clear();
    },
    async unkept(before, limit) {
      const found = await units
        .find({ pending_since: { ...earlierThan(before) } })
        .sort({ pending_since: 1 })
        .limit(limit)
        .toArray();
      return found.map(({ lead, number }) => ({ lead, number }));
    },
  };
}
