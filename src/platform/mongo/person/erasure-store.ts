import type { Connection } from 'mongoose';
import type { ErasureStore } from '../../../app/ports/erasure-store.js';
import { FINAL_STATES, IN_PROGRESS_STATES } from '../../../core/lead/lead-states.js';
import type { Erasure } from '../../../core/person/erasure.js';
import { TO_BE_ERASED } from '../stores/documents.js';
import { unlessTaken } from '../stores/duplicate-key.js';
import { answersOfLeads } from '../verification/answers-of-leads.js';
import { createErasureNumbers } from './erasure-numbers.js';
import { findRecords } from './find-records.js';
import { createMessagesOfLeads } from './messages-of-leads.js';

type Row = Omit<Erasure, 'number'> & { readonly _id: number; readonly running?: true };

/** Erasures of persons in MongoDB. */
export function createErasureStore(connection: Connection): ErasureStore {
  const erasures = connection.collection<Row>('erasures');
  const of = (name: string) => connection.collection<{ readonly _id: string }>(name);
  const toldOf = createMessagesOfLeads(connection);
  const about = (leadIds: readonly string[]) => ({ $in: [...leadIds] });
  const those = async (filter: object): Promise<Erasure[]> =>
    (await erasures.find(filter).sort({ _id: 1 }).toArray()).map(({ _id, running: _, ...rest }) => ({
      number: _id,
      ...rest,
    }));
  return {
    find: (keys, before) => findRecords(connection, keys, before),
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
    async told(leadIds) {
      const told = [...(await toldOf.read(leadIds))];
      for (const id of leadIds) {
        const own = { 'content.lead_id': id } as object;
        const notices = of('buyer_notices').find(own, { projection: { 'content.sealed': 0 } });
        told.push(...(await notices.toArray()));
      }
      return told;
    },
    verified: (leadIds) => answersOfLeads(connection, leadIds),
    async scrub(leadIds) {
      await toldOf.forgetClickIds(leadIds);
      await of('verification_answers').deleteMany({ lead_id: about(leadIds) });
    },
    async forgetEvidence(leadIds) {
      if (leadIds.length === 0) return;
      const steps = leadIds.map((_id) => ({
        updateOne: {
          filter: { _id, forgotten: { $exists: true } },
          update: { $set: { 'forgotten.no_evidence': true } },
        },
      }));
      await of('leads').bulkWrite(steps, { ordered: false });
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
            ...TO_BE_ERASED,
            $or: [
              { state: { $in: [...FINAL_STATES] } },
              { state: { $nin: [...IN_PROGRESS_STATES] }, 'forget.at': { $lte: now } },
            ],
          } as object,
          { projection: { _id: 1 } },
        )
        .limit(limit)
        .toArray();
      return found.map(({ _id }) => _id);
    },
    ...createErasureNumbers(connection),
    begin: ({ number, ...erasure }) =>
      unlessTaken(erasures.insertOne({ _id: number, ...erasure, running: true })),
    async join(number, { lead_ids, search_ids }) {
      await erasures.updateOne(
        { _id: number },
        {
          $addToSet: { lead_ids: { $each: [...lead_ids] }, search_ids: { $each: [...search_ids] } },
        },
      );
    },
    unfinished: () => those({ running: true }),
    ofCase: (of) => those({ case: of }),
    async finish(number, done) {
      await erasures.updateOne({ _id: number }, { $set: { keys: [], done }, $unset: { running: 1 } });
    },
  };
}
