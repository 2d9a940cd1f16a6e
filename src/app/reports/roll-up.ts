import { dayOf } from '../../core/reports/calendar.js';
import { QUARTER_MS } from '../../core/quarters.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { Progress, RollupStore } from '../ports/rollup-store.js';
import { countDays, countMoney } from './roll-up-days.js';
import {
  closedBefore,
  countClosed,
  countEarlier,
  countMarked,
  type QuarterPorts,
} from './roll-up-quarters.js';

const DAY_MS = 86_400_000;

/** Subids are forgotten after this many days. */
export const SUBIDS_KEPT_DAYS = 400;
/** How far back a call looks for subids to forget. The days before were looked at by earlier calls. */
const LOOK_BACK_DAYS = 60;

/** Nothing was received before this day, because the product is younger. */
const BEGINNING = Date.UTC(2020, 0, 1);

export interface RollUpPorts extends Omit<QuarterPorts, 'zones'> {
  readonly catalogue: CatalogueSource;
}

export interface RolledUp {
  /** Changed records whose quarters were counted again. */
  readonly marked: number;
  readonly days: number;
  /** Days of the books. */
  readonly money: number;
  readonly progress: Progress;
}

/**
 * Counts for the reports what closed or changed since the last call. It derives each count from the records and adds
 * to none, so it may be stopped anywhere, and several processes may do it at once. Throws on an outage.
 */
export async function rollUpReports(ports: RollUpPorts): Promise<RolledUp> {
  const { rollups, clock, catalogue } = ports;
  const { time_zone } = catalogue.current().books;
  let progress = await begin(rollups, clock(), [...new Set([time_zone, 'UTC'])]);
  for (const step of [countClosed, countEarlier]) {
    const next = await step({ ...ports, zones: progress.zones }, progress);
    if (next !== progress) await rollups.saveProgress((progress = next));
  }
  const marked = await countMarked({ ...ports, zones: progress.zones });
  const days = await countDays(ports, progress);
  const money = await countMoney(ports, dayOf(clock(), time_zone));
  if (days > 0) {
    const to = new Date(clock().getTime() - SUBIDS_KEPT_DAYS * DAY_MS);
    await rollups.forgetSubids(
      { from: new Date(to.getTime() - LOOK_BACK_DAYS * DAY_MS), to },
      progress.zones,
    );
  }
  return { marked, days, money, progress };
}

/** Begins with the quarters that close from now on. Earlier ones follow step by step. */
async function begin(rollups: RollupStore, now: Date, zones: readonly string[]): Promise<Progress> {
  const found = await rollups.progress();
  if (found) {
    if (zones.every((zone) => found.zones.includes(zone))) return found;
    // The accounting zone is another one now: each quarter belongs to days that are not counted yet.
    const progress = { ...found, zones: [...zones] };
    await rollups.allDue(zones);
    await rollups.saveProgress(progress);
    return progress;
  }
  const to = closedBefore(now);
  return { floor: await floorOf(rollups, to), from: to, to, zones };
}

/**
 * A whole day before the day of the first record, so that the first day can be counted in every time zone. Found by
 * bisection, because FerretDB would sort all records to find the first.
 */
async function floorOf(rollups: RollupStore, to: Date): Promise<Date> {
  let [none, some] = [BEGINNING / DAY_MS, Math.ceil(to.getTime() / DAY_MS)];
  while (some - none > 1) {
    const middle = Math.floor((none + some) / 2);
    if (await rollups.hasAnyBefore(new Date(middle * DAY_MS))) some = middle;
    else none = middle;
  }
  return new Date(Math.min((none - 2) * DAY_MS, to.getTime() - QUARTER_MS));
}
