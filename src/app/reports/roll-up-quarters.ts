import { quarterOf, QUARTER_MS, quartersBetween } from '../../core/quarters.js';
import { packQuarter } from '../../core/reports/pack-quarter.js';
import { quarterId } from '../../core/reports/rollup-ids.js';
import type { ReportReader } from '../ports/report-reader.js';
import type { Progress, Rollup, RollupStore, RollupWrite } from '../ports/rollup-store.js';
import { countQuarter, type CountedQuarter } from './count-stored.js';

/**
 * A quarter is counted this long after its end. A change that its writer dates into the quarter or the minutes after
 * it is stored by then (see `marksLate`).
 */
export const CLOSED_AFTER_MS = 20 * 60_000;

/** A search that is still open after this time keeps no quarter open any more. */
const OPEN_AT_MOST_MS = 3_600_000;

/**
 * The ages at which quarters are counted again. This finds what a process of a former build changed, which sets no
 * marks.
 */
export const COUNT_AGAIN_AFTER_MS = [3_600_000, 25 * 3_600_000, 8 * 24 * 3_600_000] as const;

/** Quarters that one call counts, for each reason to count. */
const MAX_QUARTERS = 96;
const MAX_MARKED = 1_000;

export interface QuarterPorts {
  readonly reports: ReportReader;
  readonly rollups: RollupStore;
  readonly clock: () => Date;
  /** The time zones in which days are counted. */
  readonly zones: readonly string[];
}

/** Quarters before this one are closed. */
export const closedBefore = (now: Date): Date => quarterOf(new Date(now.getTime() - CLOSED_AFTER_MS));

/**
 * Counts quarters one by one, since all leads and searches of a reading are in memory (at a hundred of each a second,
 * 180,000 a quarter), and stores what changed. Returns the first quarter that is not counted because one of its searches
 * is open, or `all`; `lost` if another process stored one of them meanwhile.
 */
async function count(
  { reports, rollups, clock, zones }: QuarterPorts,
  starts: readonly Date[],
): Promise<'all' | 'lost' | Date> {
  const young = clock().getTime() - OPEN_AT_MOST_MS;
  const inOrder = [...new Set(starts.map((start) => start.getTime()))].sort((a, b) => a - b);
  for (const at of inOrder) {
    const start = new Date(at);
    // Read the version first: a process that stores the quarter later has read its leads later.
    const [stored] = await rollups.byIds([quarterId(start)]);
    const counted = await countQuarter(reports, start);
    if (counted.isOpen && at > young) return start;
    if (!(await rollups.write(writesOf(start, counted, stored, zones)))) return 'lost';
  }
  return 'all';
}

/** Nothing to write if the quarter is stored as it is. */
function writesOf(
  start: Date,
  { facts, isUnlabeled }: CountedQuarter,
  stored: Rollup | undefined,
  zones: readonly string[],
): RollupWrite[] {
  const counted = packQuarter(facts);
  const subid = stored?.cubes['subid'];
  // Leads that lost their labels would all count without a subid, and subids that were forgotten would come back.
  const areKept = stored && (isUnlabeled || subid === undefined);
  const cubes = areKept ? { facts: counted.facts, ...(subid === undefined ? {} : { subid }) } : counted;
  if (stored && Object.entries(cubes).every(([name, text]) => stored.cubes[name] === text)) return [];
  return [{ id: quarterId(start), version: stored?.version ?? 0, cubes, due: zones }];
}

/** Counts the quarters that closed since the last call. Returns how far it came. */
export async function countClosed(ports: QuarterPorts, progress: Progress): Promise<Progress> {
  const end = closedBefore(ports.clock());
  const starts = quartersBetween({ from: progress.to, to: end }).slice(0, MAX_QUARTERS);
  if (starts.length === 0) return progress;
  const done = await count(ports, starts);
  if (done === 'lost') return progress;
  return { ...progress, to: done === 'all' ? after(starts) : done };
}

/** Counts older quarters, back to the first lead or search. Returns how far it came. */
export async function countEarlier(ports: QuarterPorts, progress: Progress): Promise<Progress> {
  const { floor, from } = progress;
  const starts = quartersBetween({ from: floor, to: from }).slice(-MAX_QUARTERS);
  const [first] = starts;
  if (!first) return progress;
  return (await count(ports, starts)) === 'all' ? { ...progress, from: first } : progress;
}

/** Counts quarters again when they have reached an age. */
export async function countAgain(ports: QuarterPorts, progress: Progress): Promise<Progress> {
  const again: Date[] = [];
  for (const [at, age] of COUNT_AGAIN_AFTER_MS.entries()) {
    const from = progress.again[at] ?? progress.to;
    const end = Math.min(ports.clock().getTime() - age, progress.to.getTime());
    const starts = quartersBetween({ from, to: quarterOf(new Date(end)) }).slice(0, MAX_QUARTERS);
    const done = starts.length === 0 ? 'lost' : await count(ports, starts);
    again.push(done === 'all' ? after(starts) : done === 'lost' ? from : done);
  }
  return { ...progress, again };
}

/** Counts the quarters of leads and searches that changed after their quarter was counted. Returns how many. */
export async function countMarked(ports: QuarterPorts): Promise<number> {
  const end = closedBefore(ports.clock());
  const marked = (await ports.rollups.marked(MAX_MARKED)).filter(
    // Others are counted when their quarter closes, and keep their marks until then.
    ({ open, moments }) => !open && moments.every((moment) => moment < end),
  );
  if (marked.length === 0) return 0;
  const starts = marked.flatMap(({ moments }) => moments.map(quarterOf));
  if ((await count(ports, starts)) !== 'all') return 0;
  await ports.rollups.clearMarks(marked);
  return marked.length;
}

const after = (starts: readonly Date[]): Date => new Date((starts.at(-1)?.getTime() ?? 0) + QUARTER_MS);
