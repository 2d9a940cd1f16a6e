import { dayFinder, hourFinder, type Day } from '../../core/reports/calendar.js';
import { quarterOf, QUARTER_MS, quartersBetween, stretchesOf } from '../../core/quarters.js';
import { cubeWith, DAY_CUBES, QUARTER_CUBES, type QuarterCube } from '../../core/reports/cubes.js';
import type { Fact } from '../../core/reports/fact.js';
import { unpackFacts } from '../../core/reports/pack-facts.js';
import { quarterFacts } from '../../core/reports/pack-quarter.js';
import { ReportRefused } from '../../core/reports/report-request.js';
import { dayId, dayWithId, quarterId, quarterWithId } from '../../core/reports/rollup-ids.js';
import type { Segment } from '../../core/reports/tabulate.js';
import type { ReportReader } from '../ports/report-reader.js';
import type { MarkedRecord, Rollup, RollupStore } from '../ports/rollup-store.js';
import { countStored } from './count-stored.js';
import { neededBy, type ParsedRequest } from './parse-report-request.js';

/** The most leads and the most searches that one report reads itself. */
const MAX_LIVE = 200_000;
/** The most quarter hours that one report adds up: 125 days. */
const MAX_QUARTERS = 12_000;
const MAX_MARKED = 1_000;
/** Changed quarters that one report reads itself, in so many stretches. */
const MAX_STRETCHES = 5;
const DAY_MS = 86_400_000;

export interface CountPorts {
  readonly reports: ReportReader;
  readonly rollups: RollupStore;
  readonly clock: () => Date;
}

/** `counted`: only what the sweeper has counted, as it was then, however much came or changed since. */
export type Reach = 'now' | 'counted';

/** `parts`: the days are parts of days, so no count of a whole day is read. */
type CountQuestion = Pick<ParsedRequest, 'by' | 'only' | 'days' | 'first' | 'last' | 'zone'> & {
  readonly parts?: boolean;
};

interface Found {
  readonly segments: readonly Segment[];
  readonly notes: readonly string[];
}

/**
 * The facts of the leads and searches of the report's days. Each day comes from its own count, or else from the
 * counts of its quarters. A quarter that is not counted yet, or that changed since, is counted here, unless `reach`
 * says otherwise. Throws a ReportRefused if that is too much, or an outage.
 */
export async function readCounts(
  ports: CountPorts,
  parsed: CountQuestion,
  reach: Reach = 'now',
): Promise<Found> {
  const { rollups } = ports;
  const { zone, first, last } = parsed;
  const needed = neededBy(parsed);
  const name =
    cubeWith(
      QUARTER_CUBES,
      needed.filter((dimension) => dimension !== 'hour'),
    ) ?? 'facts';
  // What changed is read before the counts. A quarter that is counted again meanwhile has a newer count, and its day is due.
  const [progress, marked] = await Promise.all([rollups.progress(), rollups.marked(MAX_MARKED)]);
  // The days of a zone that the catalogue does not use any more are not counted again when they change.
  const areDaysKept = parsed.parts !== true && progress?.zones.includes(zone) === true;
  const dayCube = areDaysKept ? cubeWith(DAY_CUBES, needed) : undefined;
  const changed = new Set(marked.flatMap(({ moments }) => moments.map((at) => quarterOf(at).getTime())));
  const dayOf = dayFinder(parsed.days);
  const dirtyDays = new Set([...changed].map(dayOf));
  const days =
    dayCube === undefined
      ? []
      : (await rollups.between(dayId(zone, first.day), dayId(zone, last.day), [dayCube])).filter(
          ({ id }) => !dirtyDays.has(dayWithId(id)),
        );
  const have = new Set(days.map(({ id }) => dayWithId(id)));
  const rest = { from: progress?.floor ?? first.from, to: new Date(ports.clock().getTime() + DAY_MS) };
  const starts = parsed.days
    .filter(({ day }) => !have.has(day))
    .flatMap((day) => quartersBetween(overlap(day, rest)))
    .map((start) => start.getTime());
  // Without rollups there are no quarters to read, and only the number of leads limits the report.
  if (progress && starts.length > MAX_QUARTERS) throw tooLong(areDaysKept && dayCube === undefined, zone);
  const stored = progress ? await readQuarters(rollups, starts, name) : new Map<number, readonly Fact[]>();
  const here =
    reach === 'now'
      ? await countHere(ports, starts, stored, changed, name)
      : { quarters: inOrder(stored), isBehind: starts.some((at) => !stored.has(at) || changed.has(at)) };
  const { quarters } = here;
  const hourOf = hourFinder(zone);
  const isBehind = here.isBehind || isCut(marked);
  return {
    segments: [
      ...(dayCube === undefined ? [] : days.map((rollup) => pieceOfDay(rollup, dayCube))),
      ...quarters.flatMap(([start, facts]): Segment[] => {
        const day = dayOf(start);
        if (day === undefined || facts.length === 0) return [];
        const hour = parsed.by.includes('hour') ? hourOf(new Date(start)) : null;
        return [{ day, hour, of: 'leads', cube: QUARTER_CUBES[name], facts }];
      }),
    ],
    notes: isBehind ? [BEHIND] : [],
  };
}

const BEHIND = 'Some leads changed in the last minutes; their newest state is counted within some minutes.';

/** There may be changes that were not read. */
const isCut = (marked: readonly MarkedRecord[]): boolean =>
  (['leads', 'searches'] as const).some(
    (name) => marked.filter(({ of }) => of === name).length === MAX_MARKED,
  );

const pieceOfDay = ({ id, cubes }: Rollup, cube: keyof typeof DAY_CUBES): Segment => ({
  ...{ day: dayWithId(id), hour: null, of: 'leads', cube: DAY_CUBES[cube] },
  facts: unpackFacts(cubes[cube] ?? '[]'),
});

const overlap = ({ from, to }: Day, rest: { from: Date; to: Date }) => ({
  from: from > rest.from ? from : rest.from,
  to: to < rest.to ? to : rest.to,
});

const tooLong = (isByGroups: boolean, zone: string): ReportRefused =>
  new ReportRefused(
    isByGroups
      ? `A report with these groups and filters adds up quarters of an hour, and covers at most ${MAX_QUARTERS / 96} days.`
      : `Days in ${zone} are not counted in advance, so this report adds up quarters of an hour, and covers at most ${MAX_QUARTERS / 96} days.`,
  );

async function readQuarters(
  rollups: RollupStore,
  starts: readonly number[],
  name: QuarterCube,
): Promise<ReadonlyMap<number, readonly Fact[]>> {
  const stretches = stretchesOf(starts);
  const all = { from: stretches[0]?.from, to: stretches.at(-1)?.to };
  if (!all.from || !all.to) return new Map();
  // Many small stretches are read as one, with what lies between them.
  const read = stretches.length > MAX_STRETCHES ? [{ from: all.from, to: all.to }] : stretches;
  const found = await Promise.all(
    read.map(({ from, to }) =>
      rollups.between(quarterId(from), quarterId(new Date(to.getTime() - QUARTER_MS)), [name]),
    ),
  );
  const wanted = new Set(starts);
  return new Map(
    found
      .flat()
      .map(({ id, cubes }) => [quarterWithId(id).getTime(), cubes[name] ?? '[]'] as const)
      .filter(([start]) => wanted.has(start))
      .map(([start, packed]) => [start, unpackFacts(packed)]),
  );
}

/** All quarters, in the order of time. Those that are not counted, or that changed, are counted from their leads. */
async function countHere(
  { reports }: CountPorts,
  starts: readonly number[],
  stored: ReadonlyMap<number, readonly Fact[]>,
  changed: ReadonlySet<number>,
  name: QuarterCube,
): Promise<{ quarters: [number, readonly Fact[]][]; isBehind: boolean }> {
  const open = starts.filter((start) => !stored.has(start) || changed.has(start));
  let here = stretchesOf(open);
  let isBehind = false;
  if (here.length > MAX_STRETCHES) {
    here = stretchesOf(starts.filter((start) => !stored.has(start)));
    isBehind = open.some((start) => stored.has(start));
  }
  const counted = await countStored(reports, here, MAX_LIVE);
  if (!counted)
    throw new ReportRefused(
      `The sweeper has not counted all of this time yet, and the rest has more than ${MAX_LIVE} leads or searches; choose a shorter time.`,
    );
  const fresh = [...counted.quarters].map(([start, facts]) => [start, quarterFacts(facts, name)] as const);
  const merged = new Map<number, readonly Fact[]>(stored);
  for (const { from, to } of here)
    for (const start of quartersBetween({ from, to })) merged.delete(start.getTime());
  for (const [start, facts] of fresh) merged.set(start, facts);
  // Where leads lost their subids, the count from before is all that is left of them.
  if (name === 'subid')
    for (const start of counted.unlabeled) merged.set(start, stored.get(start) ?? merged.get(start) ?? []);
  return { quarters: inOrder(merged), isBehind };
}

const inOrder = (quarters: ReadonlyMap<number, readonly Fact[]>): [number, readonly Fact[]][] =>
  [...quarters].sort(([a], [b]) => a - b);
