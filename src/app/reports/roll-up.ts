import { dayOf, daysBetween } from '../../core/reports/calendar.js';
import { QUARTER_MS } from '../../core/quarters.js';
import { dayId } from '../../core/reports/rollup-ids.js';
import { firstDay } from '../first-day.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { Progress, RollupStore } from '../ports/rollup-store.js';
import { countDays, countMoney, MAX_DAYS } from './roll-up-days.js';
import {
  closedBefore,
  countClosed,
  countMarked,
  MAX_QUARTERS,
  type QuarterPorts,
} from './roll-up-quarters.js';

const DAY_MS = 86_400_000;

/** Subids are forgotten after this many days. */
export const SUBIDS_KEPT_DAYS = 400;
/** How far back a call looks for subids to forget. The days before were looked at by earlier calls. */
const LOOK_BACK_DAYS = 60;

export interface RollUpPorts extends Omit<QuarterPorts, 'zones'> {
  readonly catalogue: CatalogueSource;
}

export interface RolledUp {
  /** Changed records whose quarters were counted again. */
  readonly marked: number;
  /** Days of the books. */
  readonly money: number;
  readonly progress: Progress;
  /** Whether something is left that a further call would count. */
  readonly isMoreDue: boolean;
}

/**
 * Counts for the reports what closed or changed since the last call. It derives each count from the records and adds
 * to none, so it may be stopped anywhere, and several processes may do it at once. Throws on an outage.
 */
export async function rollUpReports(ports: RollUpPorts): Promise<RolledUp> {
  const { rollups, clock, catalogue } = ports;
  const { time_zone } = catalogue.current().books;
  const before = await begin(rollups, clock(), [...new Set([time_zone, 'UTC'])]);
  const progress = await countClosed({ ...ports, zones: before.zones }, before);
  if (progress !== before) await rollups.saveProgress(progress);
  const marked = await countMarked({ ...ports, zones: progress.zones });
  const days = await countDays(ports, progress);
  const money = await countMoney(ports, dayOf(clock(), time_zone), time_zone);
  if (days > 0) {
    const to = new Date(clock().getTime() - SUBIDS_KEPT_DAYS * DAY_MS);
    await rollups.forgetSubids(
      { from: new Date(to.getTime() - LOOK_BACK_DAYS * DAY_MS), to },
      progress.zones,
    );
  }
  const quarters = (progress.to.getTime() - before.to.getTime()) / QUARTER_MS;
  return {
    ...{ marked, money, progress },
    isMoreDue: quarters === MAX_QUARTERS || days === MAX_DAYS || money === MAX_DAYS,
  };
}

/** Begins with the day of the first record. */
async function begin(rollups: RollupStore, now: Date, zones: readonly string[]): Promise<Progress> {
  const found = await rollups.progress();
  if (found && zones.every((zone) => found.zones.includes(zone))) return found;
  const end = closedBefore(now);
  const floor =
    found?.floor ??
    new Date(Date.parse((await firstDay((at) => rollups.hasAnyBefore(at), end)) ?? dayOf(end, 'UTC')));
  const progress = { floor, to: found?.to ?? floor, zones };
  // With another accounting zone, each quarter belongs to days that are not counted yet.
  if (found) await rollups.setDue(zones.flatMap((zone) => daysOf(progress, zone)));
  await rollups.saveProgress(progress);
  return progress;
}

const daysOf = ({ floor, to }: Progress, zone: string): string[] =>
  daysBetween(dayOf(floor, zone), dayOf(to, zone), zone).map(({ day }) => dayId(zone, day));
