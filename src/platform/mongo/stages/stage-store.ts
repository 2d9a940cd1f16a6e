import type { Connection } from 'mongoose';
import type { StageStore } from '../../../app/ports/stage-store.js';
import type { LeadStage } from '../../../core/stages/lead-stage.js';
import { unlessTaken } from '../stores/duplicate-key.js';

/** `uncounted`: the day of its sale is to be counted again. */
type Stored = LeadStage & { readonly _id: string; readonly uncounted?: true };

const idOf = ({ lead_id, stage }: Pick<LeadStage, 'lead_id' | 'stage'>): string => `${lead_id}:${stage}`;

const BATCH = 20_000;

export function createStageStore(connection: Connection): StageStore {
  const stages = connection.collection<Stored>('lead_stages');
  return {
    async ofLeads(ids) {
      if (ids.length === 0) return [];
      const found = await stages.find({ lead_id: { $in: [...ids] } }, { batchSize: BATCH }).toArray();
      return found.map(stageOf);
    },
    async write(next) {
      const stored: Stored = { _id: idOf(next), ...next, uncounted: true };
      if (next.revision === 0) return unlessTaken(stages.insertOne(stored));
      const { matchedCount } = await stages.replaceOne(
        { _id: stored._id, revision: next.revision - 1 },
        stored,
      );
      return matchedCount === 1;
    },
    async uncounted(limit) {
      const projection = { _id: 0, lead_id: 1, stage: 1, revision: 1, sold_on: 1 };
      return stages.find({ uncounted: true }, { projection, limit, batchSize: BATCH }).toArray();
    },
    async ofDay(sold_on) {
      return (await stages.find({ sold_on }, { batchSize: BATCH }).toArray()).map(stageOf);
    },
    async counted(some) {
      if (some.length === 0) return;
      const steps = some.map((one) => ({
        updateOne: {
          filter: { _id: idOf(one), revision: one.revision },
          update: { $unset: { uncounted: 1 as const } },
        },
      }));
      await stages.bulkWrite(steps, { ordered: false });
    },
    async afterReturn(since) {
      const found = await stages
        .find({ after_return: true, at: { $gte: since } }, { projection: { buyer_id: 1, on: 1 } })
        .toArray();
      const counts = new Map<string, number>();
      for (const { buyer_id, on } of found)
        if (on !== null) counts.set(buyer_id, (counts.get(buyer_id) ?? 0) + 1);
      return counts;
    },
  };
}

const stageOf = ({ _id, uncounted: _uncounted, ...stage }: Stored): LeadStage => stage;
