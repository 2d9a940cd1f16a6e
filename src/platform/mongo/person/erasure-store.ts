import type { Connection } from 'mongoose';
import type { ErasureStore } from '../../../app/ports/erasure-store.js';
import { FINAL_STATES, HELD_STATES } from '../../../core/lead/lead-states.js';
import type { Erasure } from '../../../core/person/erasure.js';
import { unlessTaken } from '../stores/duplicate-key.js';
import { createToldOfLeads } from './told-of-leads.js';

type Row = Omit<Erasure, 'number'> & { readonly _id: number; readonly running?: true };
interface Found {
  readonly _id: string;
  readonly search_id?: string;
  readonly identities?: readonly { readonly key: string }[];
}

/** Erasures of persons in MongoDB. */
export function createErasureStore(connection: Connection): ErasureStore {
  const erasures = connection.collection<Row>('erasures');
  const of = (name: string) => connection.collection<Found>(name);
  const toldOf = createToldOfLeads(connection);
  const about = (leadIds: readonly string[]) => ({ $in: [...leadIds] });
  const last = async (): Promise<number> => {
    const [newest] = await erasures
      .find({ _id: { $gte: 1 } })
      .sort({ _id: -1 })
      .limit(1)
      .toArray();
    return newest?._id ?? 0;
  };
  const those = async (filter: object): Promise<Erasure[]> =>
    (await erasures.find(filter).sort({ _id: 1 }).toArray()).map(({ _id, running: _, ...rest }) => ({
      number: _id,
      ...rest,
    }));
  return {
    async find(keys, before) {
      const hashes = { 'identities.key': { $in: [...keys] } };
      const until = (age: string) => (before ? { [age]: { $lte: before } } : {});
      const leads = await of('leads')
        .find({ ...hashes, ...until('received_at') }, { projection: { search_id: 1, 'identities.key': 1 } })
        .toArray();
      // Evidence outlives the keys of its lead. A lead that has keys, but not these, was sent again with somebody else.
      const evidence = await connection
        .collection<{ readonly lead_id: string }>('consent_evidence')
        .find({ ...hashes, ...until('received_at') }, { projection: { lead_id: 1 } })
        .toArray();
      const proved = evidence.map(({ lead_id }) => lead_id);
      const keyed = await of('leads')
        .find(
          { _id: { $in: proved }, ['identities.0' as string]: { $exists: true } },
          { projection: { _id: 1 } },
        )
        .toArray();
      const others = new Set(keyed.map(({ _id }) => _id));
      const searches = await of('searches')
        .find({ ...hashes, ...until('created_at') }, { projection: { _id: 1 } })
        .toArray();
      const ofLeads = leads.flatMap(({ search_id }) => search_id ?? []);
      // A search that ran again may have somebody else by now. In its only run it had the person of its leads.
      const again = await of('searches')
        .find(
          { _id: about(ofLeads), round: { $gt: 1 }, ['identities.0' as string]: { $exists: true } } as object,
          { projection: { 'identities.key': 1 } },
        )
        .toArray();
      const own = new Set([
        ...keys,
        ...leads.flatMap(({ identities = [] }) => identities.map(({ key }) => key)),
      ]);
      for (const { _id, identities = [] } of again)
        if (!identities.some(({ key }) => own.has(key))) others.add(_id);
      const ids = [...searches.map(({ _id }) => _id), ...ofLeads.filter((id) => !others.has(id))];
      const lead_ids = new Set([...leads.map(({ _id }) => _id), ...proved.filter((id) => !others.has(id))]);
      return { lead_ids: [...lead_ids], search_ids: [...new Set(ids)] };
    },
    async beside(leadIds, keys) {
      const count = (name: string, filter: object): Promise<number> => of(name).countDocuments(filter);
      return {
        claims: await count('claims', { _id: { $in: [...keys] } }),
        consents: await count('consent_evidence', { lead_id: about(leadIds) }),
        ...(await toldOf.count(leadIds)),
        verifications: await count('verification_answers', { lead_id: about(leadIds) }),
        notices: await count('buyer_notices', { 'content.lead_id': about(leadIds) }),
      };
    },
    async told(leads) {
      const leadIds = leads.map(({ id }) => id);
      return [
        ...(await toldOf.read(leads)),
        ...(await of('buyer_notices')
          .find({ 'content.lead_id': about(leadIds) } as object, { projection: { 'content.sealed': 0 } })
          .toArray()),
      ];
    },
    async scrub(leadIds, until) {
      await toldOf.scrub(leadIds, until);
      const heard = until ? { at: { $lte: until } } : {};
      await of('verification_answers').deleteMany({ lead_id: about(leadIds), ...heard });
    },
    async forgetEvidence(leadIds) {
      await of('leads').updateMany(
        { _id: about(leadIds), forgotten: { $exists: true } },
        {
          $set: { 'forgotten.no_evidence': true } as object,
        },
      );
    },
    async forgetLater(id, { at, no_evidence }) {
      const there = { _id: id, forgotten: { $exists: false } };
      // The retention looks again at any time. An erasure waits for the decision until its own date.
      await of('leads').updateOne(
        { ...there, 'forget.why': 'retention' },
        {
          $set: { forget: { at, no_evidence } } as object,
        },
      );
      await of('leads').updateOne(there, {
        $min: { 'forget.at': at },
        $max: { 'forget.no_evidence': no_evidence },
      });
    },
    async ripe(now, limit) {
      const found = await of('leads')
        .find(
          {
            // A range with a lower bound, because FerretDB uses a partial index only for such ranges.
            'forget.at': { $gte: new Date(0) },
            forgotten: { $exists: false },
            'forget.why': { $exists: false },
            $or: [
              { state: { $in: [...FINAL_STATES] } },
              { state: { $nin: [...HELD_STATES] }, 'forget.at': { $lte: now } },
            ],
          } as object,
          { projection: { _id: 1 } },
        )
        .limit(limit)
        .toArray();
      return found.map(({ _id }) => _id);
    },
    last,
    begin: ({ number, ...erasure }) =>
      unlessTaken(erasures.insertOne({ _id: number, ...erasure, running: true })),
    async follow(number, leadId) {
      await erasures.updateOne({ _id: number }, { $addToSet: { lead_ids: leadId } });
    },
    unfinished: () => those({ running: true }),
    ofCase: (of) => those({ case: of }),
    async finish(number) {
      await erasures.updateOne({ _id: number }, { $set: { keys: [] }, $unset: { running: 1 } });
    },
  };
}
