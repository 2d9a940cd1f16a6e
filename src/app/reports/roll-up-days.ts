import { dayNamed, hourFinder } from '../../core/reports/calendar.js';
import { QUARTER_MS } from '../../core/quarters.js';
import { DAY_CUBES, MONEY_CUBES, QUARTER_CUBES, type QuarterCube } from '../../core/reports/cubes.js';
import { regroup, type Cube, type Fact } from '../../core/reports/fact.js';
import { limitSubids, SUBIDS_A_DAY } from '../../core/reports/limit-subids.js';
import { packFacts, unpackFacts } from '../../core/reports/pack-facts.js';
import { dayWithId, moneyId, quarterId, quarterWithId, zoneWithId } from '../../core/reports/rollup-ids.js';
import type { ReportReader } from '../ports/report-reader.js';
import type { Progress, RollupStore } from '../ports/rollup-store.js';
import { countEntries, ENTRY_CUBE } from './count-stored.js';

/** How many days one call counts, and how many days of entries. */
export const MAX_DAYS = 60;

interface DayPorts {
  readonly reports: ReportReader;
  readonly rollups: RollupStore;
}

/**
 * Counts days of quarters that were counted (again). A day waits until all its quarters are counted. Returns how many
 * days it stored.
 */
export async function countDays({ rollups }: DayPorts, progress: Progress): Promise<number> {
  let stored = 0;
  for (const { id, version } of await rollups.dueDays()) {
    const zone = zoneWithId(id);
    const { from, to } = dayNamed(dayWithId(id), zone);
    if (to > progress.to || stored === MAX_DAYS) continue;
    // The version was read first: a process that stores the day later has read its quarters later.
    const last = new Date(to.getTime() - QUARTER_MS);
    const quarters = await rollups.between(quarterId(from), quarterId(last), ['facts', 'subid']);
    const hourOf = hourFinder(zone);
    const factsOf = (cube: QuarterCube): Fact[] =>
      quarters.flatMap((quarter) => {
        const hour = hourOf(quarterWithId(quarter.id));
        const facts = unpackFacts(quarter.cubes[cube] ?? '[]');
        return facts.map(({ of, counts }) => ({ of: [...of, hour], counts }));
      });
    const { subid, ...others } = DAY_CUBES;
    const cubes = {
      ...packCubes(factsOf('facts'), others, [...QUARTER_CUBES.facts, 'hour']),
      subid: packSubids(regroup(factsOf('subid'), subid, [...subid, 'hour']), subid),
    };
    if (await rollups.write({ id, version, cubes })) stored += 1;
  }
  return stored;
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
export async function countMoney(
  { reports, rollups }: DayPorts,
  today: string,
  zone: string,
): Promise<number> {
  const marked = (await rollups.markedDays()).filter(({ day }) => day < today).slice(0, MAX_DAYS);
  const done = [];
  for (const mark of marked) {
    const id = moneyId(mark.day);
    const before = await rollups.byId(id);
    const entries = [];
    for await (const entry of reports.entries(mark.day, mark.day, true)) entries.push(entry);
    const facts = countEntries(entries, zone).get(mark.day) ?? [];
    const { subid, ...others } = MONEY_CUBES;
    const cubes = {
      ...packCubes(facts, others, ENTRY_CUBE),
      subid: packSubids(regroup(facts, subid, ENTRY_CUBE), subid),
    };
    if (await rollups.write({ id, version: before?.version ?? 0, cubes })) done.push(mark);
  }
  await rollups.clearDays(done);
  return done.length;
}
