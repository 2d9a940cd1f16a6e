import { quarterOf, QUARTER_MS, quartersBetween } from '../../core/quarters.js';
import { compact } from '../../core/catalogue/compact.js';
import { dayOf } from '../../core/reports/calendar.js';
import { packQuarter } from '../../core/reports/pack-quarter.js';
import { dayId, quarterId } from '../../core/reports/rollup-ids.js';
import type { ReportReader } from '../ports/report-reader.js';
import type { Progress, Rollup, RollupStore } from '../ports/rollup-store.js';
import { countQuarter, type CountedQuarter } from './count-stored.js';

/**
 * A quarter is counted this long after its end. A change that its writer dates into the quarter or the minutes after
 * it is stored by then (see `marksLate`).
 */
export const CLOSED_AFTER_MS = 20 * 60_000;

/** A search that is still open after this time keeps no quarter open any more. */
const OPEN_AT_MOST_MS = 3_600_000;

/** Closed quarters that one call counts. */
export const MAX_QUARTERS = 96;
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
 * 180,000 a quarter), and stores them. Each is stored even if its count stays the same: a process that slept since it
 * read the quarter must lose. It ends early if another process stored one of them meanwhile. `atOpen`: what happens at
 * a quarter of which a search is open. Returns the starts of those that are stored, in milliseconds.
 */
async function count(
  { reports, rollups, clock, zones }: QuarterPorts,
  starts: readonly Date[],
  atOpen: 'stop' | 'skip',
): Promise<ReadonlySet<number>> {
  const young = clock().getTime() - OPEN_AT_MOST_MS;
  const inOrder = [...new Set(starts.map((start) => start.getTime()))].sort((a, b) => a - b);
  const counted = new Set<number>();
  for (const at of inOrder) {
    const start = new Date(at);
    // Read the version first: a process that stores the quarter later has read its leads later.
    const stored = await rollups.byId(quarterId(start));
    const quarter = await countQuarter(reports, start);
    if (quarter.isOpen && at > young) {
      if (atOpen === 'stop') break;
      continue;
    }
    const due = zones.map((zone) => dayId(zone, dayOf(start, zone)));
    if (!(await rollups.write({ ...rollupOf(start, quarter, stored), due }))) break;
    counted.add(at);
  }
  return counted;
}

function rollupOf(start: Date, { facts, isUnlabeled }: CountedQuarter, stored: Rollup | undefined): Rollup {
  const counted = packQuarter(facts);
  const subid = stored?.cubes['subid'];
  // Leads that lost their labels would all count without a subid, and subids that were forgotten would come back.
  const areKept = stored && (isUnlabeled || subid === undefined);
  const cubes = areKept ? { facts: counted.facts, ...compact({ subid }) } : counted;
  return { id: quarterId(start), version: stored?.version ?? 0, cubes };
}

/** Counts the quarters that closed since the last call, or some of them. Returns how far it came. */
export async function countClosed(ports: QuarterPorts, progress: Progress): Promise<Progress> {
  const starts = quartersBetween({ from: progress.to, to: closedBefore(ports.clock()) });
  const { size } = await count(ports, starts.slice(0, MAX_QUARTERS), 'stop');
  return size === 0 ? progress : { ...progress, to: new Date(progress.to.getTime() + size * QUARTER_MS) };
}

/**
 * Counts the quarters of leads and searches that changed after their quarter was counted, and takes the marks off those
 * of which it counted every quarter. Returns how many. An open search keeps only the marks that name its own quarter.
 */
export async function countMarked(ports: QuarterPorts): Promise<number> {
  const end = closedBefore(ports.clock());
  const marked = (await ports.rollups.marked(MAX_MARKED)).filter(
    // Others are counted when their quarter closes, and keep their marks until then.
    ({ open, moments }) => !open && moments.every((moment) => moment < end),
  );
  if (marked.length === 0) return 0;
  const starts = marked.flatMap(({ moments }) => moments.map(quarterOf));
  const counted = await count(ports, starts, 'skip');
  const done = marked.filter(({ moments }) =>
    moments.every((moment) => counted.has(quarterOf(moment).getTime())),
  );
  if (done.length > 0) await ports.rollups.clearMarks(done);
  return done.length;
}
