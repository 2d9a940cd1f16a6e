import { randomInt } from 'node:crypto';
import type { Violation } from '../../core/invariants/invariant.js';
import { disagreeing } from '../../core/invariants/reports-agree.js';
import { QUARTER_MS, quarterOf, quartersBetween } from '../../core/quarters.js';
import type { QuarterCube } from '../../core/reports/cubes.js';
import { packQuarter } from '../../core/reports/pack-quarter.js';
import { quarterId } from '../../core/reports/rollup-ids.js';
import type { ReportReader } from '../ports/report-reader.js';
import type { RollupStore } from '../ports/rollup-store.js';
import { countQuarter } from '../reports/count-stored.js';
import type { Circumstances } from './confirm.js';

/** How many quarters are compared. */
const SAMPLE = 48;
const MAX_MARKED = 10_000;

export interface CheckedReports {
  readonly reader: ReportReader;
  readonly rollups: Pick<RollupStore, 'progress' | 'byId' | 'marked'>;
}

/** Compares a random sample of the quarters that are counted for reports with their leads and searches. */
export async function checkReports(
  reports: CheckedReports,
  { kept_since, beforeSecondLook }: Pick<Circumstances, 'kept_since' | 'beforeSecondLook'>,
): Promise<Violation[]> {
  const progress = await reports.rollups.progress();
  if (!progress) return [];
  const { floor, to } = progress;
  const all = quartersBetween({
    from: kept_since && kept_since > floor ? nextQuarter(kept_since) : floor,
    to,
  });
  const suspects = await wrongOf(reports, sampleOf(all));
  if (suspects.length === 0) return [];
  await beforeSecondLook();
  return (await wrongOf(reports, suspects)).map((start) => disagreeing(quarterId(start)));
}

const nextQuarter = (at: Date): Date => new Date(quarterOf(at).getTime() + QUARTER_MS);

function sampleOf(all: readonly Date[]): Date[] {
  const rest = [...all];
  return Array.from({ length: Math.min(SAMPLE, all.length) }, () =>
    rest.splice(randomInt(rest.length), 1),
  ).flat();
}

/** The quarters whose count is wrong. A quarter that is marked is counted again, and is not wrong. */
async function wrongOf({ reader, rollups }: CheckedReports, starts: readonly Date[]): Promise<Date[]> {
  const wrong: Date[] = [];
  for (const start of starts) {
    const stored = await rollups.byId(quarterId(start));
    const counted = await countQuarter(reader, start);
    const packed = packQuarter(counted.facts);
    const { cubes = {} } = stored ?? {};
    // Subids are forgotten after some time, those of leads perhaps sooner than those of the counts.
    const areComparable = !counted.isUnlabeled && cubes['subid'] !== undefined;
    const says = (name: QuarterCube): boolean => cubes[name] === packed[name];
    const agrees = says('facts') && (!areComparable || says('subid'));
    if (!agrees) wrong.push(start);
  }
  if (wrong.length === 0) return [];
  const marked = await rollups.marked(MAX_MARKED);
  const again = new Set(marked.flatMap(({ moments }) => moments.map((at) => quarterOf(at).getTime())));
  return wrong.filter((start) => !again.has(start.getTime()));
}
