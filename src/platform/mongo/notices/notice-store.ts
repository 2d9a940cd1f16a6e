import type { Connection, mongo } from 'mongoose';
import type { NoticeFilter, NoticeRecord, NoticeStore } from '../../../app/ports/notice-store.js';
import type { NoticeContent } from '../../../core/person/buyer-notice.js';
import { kidOf } from '../../secrets/data-keys.js';
import { createOutbox } from '../outbox/outbox-store.js';

/** `sealed_by`: the key of the hashes in `content.sealed`. */
type Row = Omit<NoticeRecord, 'id'> & { readonly _id: string; readonly sealed_by?: string };
type Update = mongo.UpdateFilter<Row>;

/** The hashes end when the buyer was told. */
const UNSEALED = { sealed_by: 1, 'content.sealed': 1, 'content.sealed_until': 1 };

/** What buyers are told of revocations and erasures, in MongoDB. */
export function createNoticeStore(connection: Connection): NoticeStore {
  const notices = connection.collection<Row>('buyer_notices');
  const outbox = createOutbox(connection, 'buyer_notices');
  const unseal = async (filter: object): Promise<void> => {
    await notices.updateMany(filter, { $unset: UNSEALED } as unknown as Update);
  };
  return {
    ...outbox,
    add: (messages, now) =>
      outbox.add(
        messages.map((one) => {
          const sealed_by = kidOf((one.content as NoticeContent).sealed ?? '');
          return { ...one, ...(sealed_by !== undefined && { sealed_by }) };
        }),
        now,
      ),
    async delivered(messages, attempt) {
      await outbox.delivered(messages, attempt);
      await unseal({ _id: { $in: messages.map(({ id }) => id) }, state: 'delivered' });
    },
    async list(filter) {
      const found = await notices
        .find(conditionOf(filter), { limit: filter.limit })
        .sort({ created_at: -1, _id: -1 })
        .toArray();
      return found.map(toRecord);
    },
    async read(id) {
      const found = await notices.findOne({ _id: id });
      return found && toRecord(found);
    },
    async toldByHand(id, told_by) {
      const { matchedCount } = await notices.updateOne({ _id: id, state: { $in: ['waiting', 'parked'] } }, {
        $set: { state: 'delivered', ended_at: told_by.at, told_by },
        $unset: { due_at: 1, ...UNSEALED },
      } as unknown as Update);
      return matchedCount > 0;
    },
    async again(id, now) {
      const found = await notices.findOneAndUpdate({ _id: id, state: 'parked' }, {
        $set: { state: 'waiting', due_at: now, created_at: now, failures: 0 },
        $unset: { ended_at: 1 },
      } as unknown as Update);
      if (found) await outbox.askLanes([{ lane: found.lane }], now);
      return found !== null;
    },
    async waitingForHand() {
      const parked = { state: 'parked' as const, 'content.is_test': false };
      const [oldest] = await notices
        .find(parked, { projection: { 'content.at': 1 }, limit: 1 })
        .sort({ 'content.at': 1 })
        .toArray();
      return { count: await notices.countDocuments(parked), oldest: oldest?.content.at ?? null };
    },
    async forgetOld(now, toldBefore) {
      // Ranges with a lower bound, because FerretDB uses a partial index only for such ranges.
      await unseal({ 'content.sealed_until': { $gte: new Date(0), $lt: now } });
      await notices.deleteMany({ state: 'delivered', ended_at: { $gte: new Date(0), $lt: toldBefore } });
    },
  };
}

const conditionOf = ({ state, event, lead_ids }: NoticeFilter): mongo.Filter<Row> => ({
  ...(state === undefined ? {} : { state: state === 'open' ? { $in: ['waiting', 'parked'] } : state }),
  ...(event === undefined ? {} : { 'content.event': event }),
  ...(lead_ids === undefined ? {} : { 'content.lead_id': { $in: [...lead_ids] } }),
});

const toRecord = ({ _id, sealed_by: _, ...rest }: Row): NoticeRecord => ({ id: _id, ...rest });
