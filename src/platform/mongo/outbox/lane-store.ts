import type { Connection } from 'mongoose';
import type { Lanes, TakenLane } from '../../../app/ports/outbox.js';
import type { Lane } from '../../../core/outbox/lane.js';
import type { NewMessage } from '../../../core/outbox/outbox-message.js';
import { retryConflicts } from '../stores/retry-conflicts.js';

/** Every member of a condition is always there, so that one fits all. The epoch means: not so. */
interface StoredLane {
  readonly _id: string;
  /** The outbox whose messages it has. */
  readonly outbox: string;
  readonly due_at?: Date;
  readonly leased_until: Date;
  readonly open_until: Date;
  readonly is_paused: boolean;
  readonly paused?: Lane['paused'];
  readonly delivered_at?: Date;
  readonly last?: Lane['last'];
  readonly failures: number;
  readonly runs: number;
  /** Counts `ask`, so that the sender that gives a lane back notices what came meanwhile. */
  readonly asked: number;
}

const EPOCH = new Date(0);
const FRESH = { leased_until: EPOCH, open_until: EPOCH, is_paused: false, failures: 0, runs: 0 };

/** Lanes that are told of each message. */
export interface AskedLanes extends Lanes {
  /** These messages wait in their lanes. */
  askLanes(messages: readonly Pick<NewMessage, 'lane' | 'due_at'>[], now: Date): Promise<void>;
  /** Which of these lanes nobody will take, since they were not asked. */
  notDue(lanes: readonly string[]): Promise<string[]>;
}

/** Which endpoints of an outbox have something to be told, in MongoDB. */
export function createLaneStore(connection: Connection, outbox: string): AskedLanes {
  const lanes = connection.collection<StoredLane>('outbox_lanes');

  async function ask(asked: ReadonlyMap<string, Date>): Promise<void> {
    const steps = [...asked].map(([_id, due_at]) => ({
      updateOne: {
        filter: { _id },
        // A lane that is due stays due since then.
        update: { $inc: { asked: 1 }, $min: { due_at }, $setOnInsert: { ...FRESH, outbox } },
        upsert: true,
      },
    }));
    if (steps.length > 0) await retryConflicts(() => lanes.bulkWrite(steps, { ordered: false }));
  }

  return {
    async askLanes(messages, now) {
      const asked = new Map<string, Date>();
      for (const { lane, due_at = now } of messages) {
        const first = asked.get(lane) ?? due_at;
        asked.set(lane, new Date(Math.max(now.getTime(), Math.min(first.getTime(), due_at.getTime()))));
      }
      await ask(asked);
    },
    async notDue(ids) {
      const due = await lanes.find({ _id: { $in: [...ids] }, due_at: { $gte: EPOCH } }).toArray();
      const known = new Set(due.map(({ _id }) => _id));
      return ids.filter((id) => !known.has(id));
    },
    async takeLanes(now, until, limit) {
      const free = { $gte: EPOCH, $lte: now };
      const found = await lanes
        .find({ outbox, due_at: free, leased_until: free, open_until: free, is_paused: false }, { limit })
        .sort({ due_at: 1 })
        .toArray();
      const taken = await Promise.all(
        found.map(async (lane): Promise<TakenLane[]> => {
          const { _id, runs, asked } = lane;
          const { matchedCount } = await lanes.updateOne(
            { _id, runs, leased_until: lane.leased_until, is_paused: false },
            { $set: { leased_until: until }, $inc: { runs: 1 } },
          );
          return matchedCount === 1 ? [{ ...toLane(lane), runs: runs + 1, asked }] : [];
        }),
      );
      return taken.flat();
    },
    async renewLane({ id, runs }, until) {
      const { matchedCount } = await lanes.updateOne(
        { _id: id, runs, is_paused: false },
        { $set: { leased_until: until } },
      );
      return matchedCount === 1;
    },
    async endLane({ id, runs, asked }, { failures, due_at, delivered_at, last, open_until = EPOCH }, now) {
      const given = {
        ...{ leased_until: EPOCH, failures, open_until },
        ...(delivered_at && { delivered_at }),
        ...(last && { last }),
      };
      const next = due_at && due_at > now ? due_at : now;
      const { matchedCount } = await lanes.updateOne(
        { _id: id, runs, asked },
        due_at ? { $set: { ...given, due_at: next } } : { $set: given, $unset: { due_at: 1 } },
      );
      if (matchedCount === 0) await lanes.updateOne({ _id: id, runs }, { $set: { ...given, due_at: now } });
    },
    async readLanes(ids) {
      const found = await lanes.find({ _id: { $in: [...ids] } }).toArray();
      return found.map(toLane);
    },
    async pauseLane(id, paused, now) {
      await ask(new Map([[id, now]]));
      await lanes.updateOne(
        { _id: id },
        paused
          ? { $set: { is_paused: true, paused } }
          : { $set: { is_paused: false, failures: 0, open_until: EPOCH }, $unset: { paused: 1 } },
      );
    },
  };
}

const toLane = ({ _id, failures, open_until, paused, delivered_at, last }: StoredLane): Lane => ({
  ...{ id: _id, failures },
  ...(open_until > EPOCH ? { open_until } : {}),
  ...(paused ? { paused } : {}),
  ...(delivered_at ? { delivered_at } : {}),
  ...(last && !(delivered_at && delivered_at >= last.at) ? { last } : {}),
});
