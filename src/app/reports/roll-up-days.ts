import { dayNamed, dayOf, type Day } from '../../core/reports/calendar.js';
import { QUARTER_MS } from '../../core/quarters.js';
import { DAY_CUBES, MONEY_CUBES, QUARTER_CUBES } from '../../core/reports/cubes.js';
import { FACT_DIMENSIONS } from '../../core/reports/dimensions.js';
import { regroup, type Cube, type Fact } from '../../core/reports/fact.js';
import { limitSubids, SUBIDS_A_DAY } from '../../core/reports/limit-subids.js';
import { packFacts, unpackFacts } from '../../core/reports/pack-facts.js';
import { dayId, moneyId, quarterId, quarterWithId } from '../../core/reports/rollup-ids.js';
import type { ReportReader } from '../ports/report-reader.js';
import type { DueQuarter, Progress, RollupStore } from '../ports/rollup-store.js';
import { countEntries } from './count-stored.js';

/** How many quarters one call looks at. */
const MAX_DUE = 1_000;
/** How many days of entries one call counts. */
const MAX_DAYS = 60;

interface DayPorts {
  readonly reports: ReportReader;
  readonly rollups: RollupStore;
}

/**
 * Counts the days of quarters that were counted (again), in each time zone. A day waits until all its quarters are
 * counted. Returns how many days it stored.
 */
export async function countDays({ rollups }: DayPorts, progress: Progress): Promise<number> {
  const due = await rollups.due(quarterId(new Date(0)), quarterId(progress.to), MAX_DUE);
  let stored = 0;
  for (const zone of progress.zones) {
    const days = new Map<string, DueQuarter[]>();
    for (const quarter of due) {
      if (!quarter.zones.includes(zone)) continue;
      const day = dayOf(quarterWithId(quarter.id), zone);
      days.set(day, [...(days.get(day) ?? []), quarter]);
    }
    const done: DueQuarter[] = [];
    for (const [name, quarters] of days) {
      const day = dayNamed(name, zone);
      const isWhole = day.from >= progress.from && day.to <= progress.to;
      if (!isWhole || !(await countDay(rollups, zone, day))) continue;
      done.push(...quarters);
      stored += 1;
    }
    await rollups.clearDue(done, zone);
  }
  return stored;
}

/** False: another process stored the day meanwhile, or a quarter is missing. */
async function countDay(rollups: RollupStore, zone: string, day: Day): Promise<boolean> {
  const id = dayId(zone, day.day);
  // Read the version first: a process that stores the day later has read its quarters later.
  const [before] = await rollups.byIds([id]);
  const last = new Date(day.to.getTime() - QUARTER_MS);
  const quarters = await rollups.between(quarterId(day.from), quarterId(last), ['facts', 'subid']);
  if (quarters.length * QUARTER_MS !== day.to.getTime() - day.from.getTime()) return false;
  const factsOf = (cube: 'facts' | 'subid'): Fact[] =>
    quarters.flatMap(({ cubes }) => unpackFacts(cubes[cube] ?? '[]'));
  const facts = factsOf('facts');
  const { subid, ...others } = DAY_CUBES;
  const cubes = {
    ...packCubes(facts, others, QUARTER_CUBES.facts),
    subid: packSubids(factsOf('subid'), subid),
  };
  return rollups.write([{ id, version: before?.version ?? 0, cubes }]);
}

const packCubes = (
  facts: readonly Fact[],
  cubes: Readonly<Record<string, Cube>>,
  from: Cube,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(cubes).map(([name, cube]) => [name, packFacts(regroup(facts, cube, from))]),
  );

/** The first subids of each affiliate, and `other`. */
const packSubids = (facts: readonly Fact[], cube: Cube): string =>
  packFacts(limitSubids(facts, cube, SUBIDS_A_DAY));

/**
 * Counts the entries of days that got entries since they were counted. Today waits, because it gets more. Returns how
 * many days it stored.
 */
export async function countMoney({ reports, rollups }: DayPorts, today: string): Promise<number> {
  const marked = (await rollups.markedDays()).filter(({ day }) => day < today).slice(0, MAX_DAYS);
  const done = [];
  for (const mark of marked) {
    const id = moneyId(mark.day);
    const [before] = await rollups.byIds([id]);
    const entries = [];
    for await (const entry of reports.entries(mark.day, mark.day, true)) entries.push(entry);
    const facts = countEntries(entries).get(mark.day) ?? [];
    const { subid, ...others } = MONEY_CUBES;
    const cubes = {
      ...packCubes(facts, others, FACT_DIMENSIONS),
      subid: packSubids(regroup(facts, subid), subid),
    };
    if (await rollups.write([{ id, version: before?.version ?? 0, cubes }])) done.push(mark);
  }
  await rollups.clearDays(done);
  return done.length;
}
