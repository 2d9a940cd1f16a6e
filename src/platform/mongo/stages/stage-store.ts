import type { Connection } from 'mongoose';
import type { StageStore } from '../../../app/ports/stage-store.js';
import type { LeadStage } from '../../../core/stages/lead-stage.js';
import { unlessTaken } from '../stores/duplicate-key.js';

/** `uncounted`: the day of its sale is to be counted again. By whom, once somebody began. */
type Stored = LeadStage & { readonly _id: string; readonly uncounted?: string };
const NOBODY = '';
/** Any text. An index of those that have one serves it. */
const ANY_TEXT = { $gte: '' };

const idOf = ({ lead_id, stage }: Pick<LeadStage, 'lead_id' | 'stage'>): string => `${lead_id}:${stage}`;

const BATCH = 20_000;
/** Of so many stages the days are looked for. */
const MOST_UNCOUNTED = 20_000;

export function createStageStore(connection: Connection): StageStore {
  const stages = connection.collection<Stored>('lead_stages');
  return {
    async ofLeads(ids) {
      if (ids.length === 0) return [];
      const found = await stages.find({ lead_id: { $in: [...ids] } }, { batchSize: BATCH }).toArray();
      return found.map(stageOf);
    },
    async write(next) {
      const stored: Stored = { _id: idOf(next), ...next, uncounted: NOBODY };
      if (next.revision === 0) return unlessTaken(stages.insertOne(stored));
      const { matchedCount } = await stages.replaceOne(
        { _id: stored._id, revision: next.revision - 1 },
        stored,
      );
      return matchedCount === 1;
    },
    async uncountedDays() {
      const how = { projection: { _id: 0, sold_on: 1 }, limit: MOST_UNCOUNTED, batchSize: BATCH };
      const found = await stages.find({ uncounted: ANY_TEXT }, how).toArray();
      return [...new Set(found.map(({ sold_on }) => sold_on))].sort();
    },
    async beginCount(sold_on, counter) {
      await stages.updateMany({ sold_on, uncounted: ANY_TEXT }, { $set: { uncounted: counter } });
    },
    async ofDay(sold_on) {
      return (await stages.find({ sold_on }, { batchSize: BATCH }).toArray()).map(stageOf);
    },
    async endCount(sold_on, uncounted) {
      await stages.updateMany({ sold_on, uncounted }, { $unset: { uncounted: 1 } });
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
