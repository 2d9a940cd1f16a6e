import type { Connection, mongo } from 'mongoose';
import type { Outbox, TakenMessages } from '../../../app/ports/outbox.js';
import {
  ATTEMPTS_KEPT,
  type DeliveryAttempt,
  type OutboxMessage,
} from '../../../core/outbox/outbox-message.js';
import { ANY_DATE } from '../stores/documents.js';
import { insertNew } from '../stores/duplicate-key.js';
import { createLaneStore, type AskedLanes } from './lane-store.js';

type OutboxName = 'outbox' | 'webhook_messages' | 'buyer_notices';
type Stored = Omit<OutboxMessage, 'id'> & { readonly _id: string };

/** The most due messages that one look reads. */
const MAX_DUE = 500;
const MAX_LOOKS = 4;

interface CountRow {
  readonly _id: { readonly lane: string; readonly state: string };
  readonly n: number;
  readonly oldest: Date;
}

const COUNTED = {
  $group: { _id: { lane: '$lane', state: '$state' }, n: { $sum: 1 }, oldest: { $min: '$created_at' } },
};

/** A range with a lower bound, because FerretDB uses a partial index only for such ranges. */
const dueBefore = (now: Date) => ({ $gte: new Date(0), $lte: now });

/** `name`: what one kind of sender sends has a collection of its own, so that it holds up no other. */
export function createOutbox(connection: Connection, name: OutboxName = 'outbox'): Outbox & AskedLanes {
  const outbox = connection.collection<Stored>(name);
  const lanes = createLaneStore(connection, name);

  /** The first messages of a subject, if the first is due and nobody else takes it. */
  async function takeSubject(
    subject: string,
    now: Date,
    until: Date,
    most: number,
  ): Promise<TakenMessages | undefined> {
    const waiting = await outbox
      .find({ subject, state: 'waiting' }, { limit: most })
      .sort({ order: 1, _id: 1 })
      .toArray();
    const [first] = waiting;
    if (!first?.due_at) return undefined;
    if (first.due_at > now) {
      // What stands behind is not due before it. Otherwise every look would read it.
      await outbox.updateMany(
        { subject, state: 'waiting', due_at: { $lt: first.due_at } },
        { $set: { due_at: first.due_at } },
      );
      return undefined;
    }
    const { _id, runs } = first;
    const { matchedCount } = await outbox.updateOne(
      { _id, runs, state: 'waiting' },
      { $set: { due_at: until, runs: runs + 1 } },
    );
    return matchedCount === 0
      ? undefined
      : [toMessage({ ...first, runs: runs + 1 }), ...waiting.slice(1).map(toMessage)];
  }

  /** Nobody stands before them any more. */
  async function releaseNext(subject: string, now: Date): Promise<void> {
    await outbox.updateMany({ subject, state: 'waiting', due_at: { $gt: now } }, { $set: { due_at: now } });
  }

  return {
    ...lanes,
    async add(messages, now) {
      const documents = messages.map(({ id, ...rest }): Stored => ({
        ...{ _id: id, ...rest, state: 'waiting', due_at: rest.due_at ?? rest.created_at },
        ...{ failures: 0, attempts: [], runs: 0 },
      }));
      await insertNew(outbox, documents);
      await lanes.askLanes(messages, now);
    },
    async take(lane, now, until, batch) {
      const taken: TakenMessages[] = [];
      // A look that finds one long subject only, which has to wait, puts it back; the next one sees the others.
      for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
        const due = await outbox
          .find({ lane, due_at: dueBefore(now) }, { projection: { subject: 1 }, limit: MAX_DUE })
          .sort({ due_at: 1 })
          .toArray();
        for (const subject of new Set(due.map((message) => message.subject))) {
          if (taken.length === batch.subjects) break;
          const messages = await takeSubject(subject, now, until, batch.messages);
          if (messages) taken.push(messages);
        }
        if (taken.length > 0 || due.length < MAX_DUE) break;
      }
      return taken;
    },
    async delivered(messages, attempt) {
      await outbox.updateMany(
        { _id: { $in: messages.map(({ id }) => id) }, state: 'waiting' },
        ended(attempt.ok ? 'delivered' : 'parked', attempt),
      );
      const [first] = messages;
      if (first) await releaseNext(first.subject, attempt.at);
    },
    async failed({ id, runs, subject }, attempt, next) {
      const again = {
        $set: { due_at: next },
        $inc: { failures: 1 },
        ...pushed(attempt),
      } as mongo.UpdateFilter<Stored>;
      const { matchedCount } = await outbox.updateOne(
        { _id: id, runs, state: 'waiting' },
        next === undefined ? ended('parked', attempt) : again,
      );
      // Another sender may have it by now, and what stands behind it.
      if (next === undefined && matchedCount === 1) await releaseNext(subject, attempt.at);
    },
    async hold({ id, runs }, until, noted) {
      const held = { $set: { due_at: until }, ...(noted && pushed(noted)) } as mongo.UpdateFilter<Stored>;
      await outbox.updateOne({ _id: id, runs, state: 'waiting' }, held);
    },
    async askForgotten(before, now) {
      const late = { lane: { $gte: '' }, due_at: dueBefore(before) };
      const rows = await outbox
        .aggregate<{ readonly _id: string }>([{ $match: late }, { $group: { _id: '$lane' } }])
        .toArray();
      const unasked = await lanes.notDue(rows.map(({ _id }) => _id));
      await lanes.askLanes(
        unasked.map((lane) => ({ lane })),
        now,
      );
    },
    async nextDue(lane) {
      const [next] = await outbox
        .find({ lane, due_at: ANY_DATE }, { projection: { due_at: 1 }, limit: 1 })
        .sort({ due_at: 1 })
        .toArray();
      return next?.due_at;
    },
    async giveUp(lane, before, attempt) {
      const { modifiedCount } = await outbox.updateMany(
        { lane, due_at: ANY_DATE, state: 'waiting', created_at: { $lt: before } },
        ended('parked', attempt),
      );
      return modifiedCount;
    },
    async counts(parkedSince) {
      const count = (which: object): Promise<CountRow[]> =>
        outbox.aggregate<CountRow>([{ $match: which }, COUNTED]).toArray();
      const parked = { state: 'parked', ...(parkedSince && { ended_at: { $gte: parkedSince } }) };
      // Each by its own index. That of what is due begins with the lane.
      const rows = [...(await count({ lane: { $gte: '' }, due_at: ANY_DATE })), ...(await count(parked))];
      const rowOf = (lane: string, state: string): CountRow | undefined =>
        rows.find(({ _id }) => _id.lane === lane && _id.state === state);
      return [...new Set(rows.map(({ _id }) => _id.lane))].map((lane) => {
        const waiting = rowOf(lane, 'waiting');
        return {
          ...{ lane, waiting: waiting?.n ?? 0, oldest: waiting?.oldest ?? null },
          parked: rowOf(lane, 'parked')?.n ?? 0,
        };
      });
    },
    async forget(endedBefore) {
      await outbox.deleteMany({ ended_at: { $gte: new Date(0), $lt: endedBefore } });
    },
  };
}

const pushed = (attempt: object) => ({
  $push: { attempts: { $each: [attempt], $slice: -ATTEMPTS_KEPT } },
});

const ended = (state: 'delivered' | 'parked', attempt: DeliveryAttempt) =>
  ({
    $set: { state, ended_at: attempt.at },
    $unset: { due_at: 1 },
    ...pushed(attempt),
  }) as unknown as mongo.UpdateFilter<Stored>;

const toMessage = ({ _id, ...rest }: Stored): OutboxMessage => ({ id: _id, ...rest });
