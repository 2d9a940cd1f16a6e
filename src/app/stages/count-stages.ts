import { stagesId } from '../../core/reports/rollup-ids.js';
import { countStages, packStages, STAGE_CUBES } from '../../core/stages/stage-counts.js';
import type { RollupStore } from '../ports/rollup-store.js';
import type { StageStore } from '../ports/stage-store.js';

/** How many days of sales one call counts. */
const MAX_DAYS = 60;

export interface CountStagesPorts {
  readonly stages: Pick<StageStore, 'uncountedDays' | 'beginCount' | 'ofDay' | 'endCount'>;
  readonly rollups: Pick<RollupStore, 'byId' | 'write'>;
  readonly newId: () => string;
}

/**
 * Counts the days of sales whose stages changed. It derives each count from the stages and adds to none, so it may be
 * stopped anywhere, and several processes may do it at once. Returns how many days it counted.
 */
export async function countStagesOfDays({ stages, rollups, newId }: CountStagesPorts): Promise<number> {
  const days = (await stages.uncountedDays()).slice(0, MAX_DAYS);
  for (const day of days) {
    const counter = newId();
    await stages.beginCount(day, counter);
    // The version is read first: a process that stores the day later has read its stages later.
    const version = (await rollups.byId(stagesId(day)))?.version ?? 0;
    const reported = await stages.ofDay(day);
    const cubes = Object.fromEntries(
      Object.entries(STAGE_CUBES).map(([name, cube]) => [name, packStages(countStages(reported, cube))]),
    );
    // One that was counted elsewhere meanwhile is counted again by the next call.
    if (await rollups.write({ id: stagesId(day), version, cubes })) await stages.endCount(day, counter);
  }
  return days.length;
}
