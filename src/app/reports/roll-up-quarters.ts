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

interface Counting {
  /** The starts of the quarters that are counted and stored, in milliseconds. */
  readonly counted: ReadonlySet<number>;
  /** The first quarter that is not counted because one of its searches is open. */
  readonly open?: Date;
  /** Another process stored one of them meanwhile. This one and what follows is not counted. */
  readonly isLost?: true;
}

/**
 * Counts quarters one by one, since all leads and searches of a reading are in memory (at a hundred of each a second,
 * 180,000 a quarter), and stores what changed. `atOpen`: what happens at a quarter of which a search is open.
 */
async function count(
  { reports, rollups, clock, zones }: QuarterPorts,
  starts: readonly Date[],
  atOpen: 'stop' | 'skip',
): Promise<Counting> {
  const young = clock().getTime() - OPEN_AT_MOST_MS;
  const inOrder = [...new Set(starts.map((start) => start.getTime()))].sort((a, b) => a - b);
  const counted = new Set<number>();
  let open: Date | undefined;
  for (const at of inOrder) {
    const start = new Date(at);
    // Read the version first: a process that stores the quarter later has read its leads later.
    const [stored] = await rollups.byIds([quarterId(start)]);
    const quarter = await countQuarter(reports, start);
    if (quarter.isOpen && at > young) {
      open ??= start;
      if (atOpen === 'stop') break;
      continue;
    }
    if (!(await rollups.write(writesOf(start, quarter, stored, zones)))) return { counted, isLost: true };
    counted.add(at);
  }
  return { counted, ...(open && { open }) };
}

/** How far it came, in quarters without a gap. Undefined: another process was quicker. */
async function countInOrder(ports: QuarterPorts, starts: readonly Date[]): Promise<Date | undefined> {
  const { open, isLost } = await count(ports, starts, 'stop');
  return isLost ? undefined : (open ?? after(starts));
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
  const to = await countInOrder(ports, starts);
  return to ? { ...progress, to } : progress;
}

/** Counts older quarters, back to the first lead or search. Returns how far it came. */
export async function countEarlier(ports: QuarterPorts, progress: Progress): Promise<Progress> {
  const { floor, from } = progress;
  const starts = quartersBetween({ from: floor, to: from }).slice(-MAX_QUARTERS);
  const [first] = starts;
  if (!first) return progress;
  const { open, isLost } = await count(ports, starts, 'stop');
  return open || isLost ? progress : { ...progress, from: first };
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
  const { counted } = await count(ports, starts, 'skip');
  const done = marked.filter(({ moments }) =>
    moments.every((moment) => counted.has(quarterOf(moment).getTime())),
  );
  if (done.length > 0) await ports.rollups.clearMarks(done);
  return done.length;
}

const after = (starts: readonly Date[]): Date => new Date((starts.at(-1)?.getTime() ?? 0) + QUARTER_MS);
