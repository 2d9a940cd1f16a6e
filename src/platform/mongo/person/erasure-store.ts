import type { Connection } from 'mongoose';
import type { ErasureStore } from '../../../app/ports/erasure-store.js';
import { CLICK_ID_FIELDS } from '../../../core/lead/tracking-keys.js';
import { FINAL_STATES } from '../../../core/lead/lead-states.js';
import type { Erasure } from '../../../core/person/erasure.js';
import { isDuplicateKey } from '../stores/duplicate-key.js';

type Row = Omit<Erasure, 'number'> & { readonly _id: number; readonly running?: true };
interface Found {
  readonly _id: string;
  readonly search_id?: string;
}

/** Its person can be removed now. */
const RIPE_STATES = [...FINAL_STATES, 'unknown', 'pending'];
const CLICKS = Object.fromEntries(
  CLICK_ID_FIELDS.flatMap((name) => [
    [`tracking.${name}`, 1 as const],
    [`content.data.tracking.${name}`, 1 as const],
    [`content.values.${name}`, 1 as const],
  ]),
);

/** Erasures of persons in MongoDB. */
export function createErasureStore(connection: Connection): ErasureStore {
  const erasures = connection.collection<Row>('erasures');
  const of = (name: string) => connection.collection<Found>(name);
  const about = (leadIds: readonly string[]) => ({ $in: [...leadIds] });
  const last = async (): Promise<number> => {
    const [newest] = await erasures
      .find({ _id: { $gte: 1 } })
      .sort({ _id: -1 })
      .limit(1)
      .toArray();
    return newest?._id ?? 0;
  };
  return {
    async find(keys, before) {
      const hashes = { 'identities.key': { $in: [...keys] } };
      const until = (age: string) => (before ? { [age]: { $lte: before } } : {});
      const leads = await of('leads')
        .find({ ...hashes, ...until('received_at') }, { projection: { search_id: 1 } })
        .toArray();
      const searches = await of('searches')
        .find({ ...hashes, ...until('created_at') }, { projection: { _id: 1 } })
        .toArray();
      const ids = [...searches.map(({ _id }) => _id), ...leads.flatMap(({ search_id }) => search_id ?? [])];
      return { lead_ids: leads.map(({ _id }) => _id), search_ids: [...new Set(ids)] };
    },
    async beside(leadIds, keys) {
      const count = (name: string, filter: object): Promise<number> => of(name).countDocuments(filter);
      return {
        claims: await count('claims', { _id: { $in: [...keys] } }),
        consents: await count('consent_evidence', { lead_id: about(leadIds) }),
        news: await count('lead_news', { lead_id: about(leadIds) }),
        webhooks: await count('webhook_messages', { subject: about(leadIds) }),
      };
    },
    async told(leadIds) {
      const news = await of('lead_news')
        .find({ lead_id: about(leadIds) })
        .toArray();
      return [
        ...news,
        ...(await of('webhook_messages')
          .find({ subject: about(leadIds) })
          .toArray()),
      ];
    },
    async scrub(leadIds) {
      await of('lead_news').updateMany({ lead_id: about(leadIds) }, { $unset: CLICKS });
      await of('webhook_messages').updateMany({ subject: about(leadIds) }, { $unset: CLICKS });
    },
    async forgetLater(id, forget) {
      await of('leads').updateOne(
        { _id: id, forgotten: { $exists: false } },
        {
          $set: { forget } as object,
        },
      );
    },
    async ripe(now, limit) {
      const found = await of('leads')
        .find(
          {
            // A range with a lower bound, because FerretDB uses a partial index only for such ranges.
            'forget.at': { $gte: new Date(0) },
            forgotten: { $exists: false },
            state: { $in: RIPE_STATES },
            $or: [{ state: { $in: [...FINAL_STATES] } }, { 'forget.at': { $lte: now } }],
          } as object,
          { projection: { _id: 1 } },
        )
        .limit(limit)
        .toArray();
      return found.map(({ _id }) => _id);
    },
    last,
    async begin({ number, ...erasure }) {
      try {
        await erasures.insertOne({ _id: number, ...erasure, running: true });
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
    },
    async unfinished() {
      const found = await erasures.find({ running: true }).sort({ _id: 1 }).toArray();
      return found.map(({ _id, running: _, ...rest }) => ({ number: _id, ...rest }));
    },
    async finish(number) {
      await erasures.updateOne({ _id: number }, { $set: { keys: [] }, $unset: { running: 1 } });
    },
  };
}
