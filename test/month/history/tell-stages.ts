import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { countStagesOfDays } from '../../../src/app/stages/count-stages.js';
import { recordStage } from '../../../src/app/stages/record-stages.js';
import type { Catalogue } from '../../../src/core/catalogue/types.js';
import { openStores } from '../../../src/platform/process/stores.js';

const DAY_MS = 86_400_000;
const MOST = 300;

/** Of each ten sold leads, how many reach a stage, and after how many days. */
const REACHED = [
  { stage: 'contacted', of_ten: 8, after: 2, value_cents: undefined },
  { stage: 'applied', of_ten: 3, after: 6, value_cents: undefined },
  { stage: 'enrolled', of_ten: 1, after: 9, value_cents: 240_000 },
];

/** Buyers say what became of the oldest sold leads of the history. */
export async function tellStages(connection: Connection, catalogue: Catalogue, now: Date): Promise<void> {
  const { leads, stages, rollups } = openStores(connection);
  const before = new Date(now.getTime() - 10 * DAY_MS);
  const sold = await connection
    .collection<{ _id: string; decision: { at: Date } }>('leads')
    .find({ state: 'accepted', 'decision.at': { $lt: before } }, { projection: { 'decision.at': 1 } })
    .sort({ 'decision.at': 1 })
    .limit(MOST)
    .toArray();
  for (const [n, { _id: id, decision }] of sold.entries())
    for (const { stage, of_ten, after, value_cents } of REACHED) {
      if (n % 10 >= of_ten) continue;
      const at = new Date(decision.at.getTime() + after * DAY_MS);
      await recordStage({ leads, stages, catalogue, clock: () => at, stageDays: 400 }, id, {
        ...{ stage, source: 'callback', by: 'callback' },
        ...(value_cents !== undefined && { value_cents }),
      });
    }
  while ((await countStagesOfDays({ stages, rollups, newId: randomUUID })) > 0);
}
