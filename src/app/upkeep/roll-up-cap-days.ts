import { openLeadsOf, readOpen, type OpenLead } from '../caps/rolled-up.js';
import { settledAs, sumSold } from '../../core/caps/sold-counts.js';
import { daysToRollUp, QUARTERS_OF_A_DAY, timeRangeOfDay } from '../../core/caps/time-ranges.js';
import type { SoldCount } from '../../core/caps/counted-leads.js';
import type { LeadCounts } from '../ports/lead-counts.js';
import type { RollUpPorts } from './roll-up-cap-quarters.js';
import { settleCapQuarters } from './settle-cap-quarters.js';

/** How many days one call looks at. Those with leads that are never settled are looked at each time. */
const MAX_DAYS = 50;

/**
 * Rolls up closed days from their quarters. A day with a lead that is undecided or has a pending effect stays for
 * later. `known`: the days that are rolled up already. Returns the days that it rolled up.
 */
export async function rollUpCapDays(
  { counts, clock, random }: RollUpPorts,
  first: string,
  known: ReadonlySet<string>,
): Promise<string[]> {
  const due = daysToRollUp(first, known, clock());
  // Start at a random day, so that days that cannot be rolled up yet do not block the others.
  const start = Math.floor(random() * due.length);
  const turn = [...due.slice(start), ...due.slice(0, start)].slice(0, MAX_DAYS);
  const rolledUp: string[] = [];
  let waiting: string | undefined;
  for (const day of turn) {
    const sold = await soldOnDay(counts, day);
    if (sold) {
      await counts.rollUp({ day, sold });
      rolledUp.push(day);
    } else waiting ??= day;
  }
  // One day in each call, because all its open leads are read.
  if (waiting !== undefined) await settleCapQuarters(counts, waiting);
  return rolledUp;
}

/** Undefined while a quarter of the day is not rolled up, or one of its leads is open. */
async function soldOnDay(counts: LeadCounts, day: string): Promise<SoldCount[] | undefined> {
  const lines: SoldCount[] = [];
  const open: OpenLead[] = [];
  let quarters = 0;
  for await (const quarter of counts.quarters(timeRangeOfDay(day))) {
    quarters += 1;
    lines.push(...quarter.sold);
    open.push(...openLeadsOf(quarter));
  }
  if (quarters < QUARTERS_OF_A_DAY) return undefined;
  for await (const found of readOpen(counts, open)) {
    const settled = found.map(settledAs);
    if (settled.includes('open')) return undefined;
    lines.push(...settled.filter((line) => line !== undefined && line !== 'open'));
  }
  return sumSold(lines);
}
