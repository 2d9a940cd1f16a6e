import { firstDay } from '../caps/first-day.js';
import { cutTimeRange, daysToRollUp, timeRangeOfDay } from '../../core/caps/time-ranges.js';
import type { LeadCounts } from '../ports/lead-counts.js';
import type { SoldCount } from '../../core/caps/counted-leads.js';
import type { WorkPorts } from '../ports/work-ports.js';

/**
 * How many days one call rolls up. It takes several calls if an installation is new, or if many days have leads that
 * are never settled.
 */
const MAX_DAYS = 50;

type RollUpPorts = Pick<WorkPorts, 'clock' | 'random'> & { readonly counts: LeadCounts };

/**
 * Stores the counts of closed days, so that the rebuild of the ledger does not need to read their leads. A day with a
 * lead that is undecided or has a pending effect stays for later. You may interrupt this anywhere, and several
 * processes may run it at once, because the count of a day is always the same. Returns the days that it rolled up.
 */
export async function rollUpCaps({ counts, clock, random }: RollUpPorts): Promise<string[]> {
  const first = await firstDay(counts, clock());
  if (first === undefined) return [];
  const due = daysToRollUp(first, new Set(await counts.rolledUpDays()), clock());
  // Start at a random day, so that days that cannot be rolled up yet do not block the others.
  const start = Math.floor(random() * due.length);
  const turn = [...due.slice(start), ...due.slice(0, start)].slice(0, MAX_DAYS);
  const folded: string[] = [];
  for (const day of turn) {
    const sold = await countDay(counts, day);
    if (!sold) continue;
    await counts.rollUp({ day, sold });
    folded.push(day);
  }
  return folded;
}

async function countDay(counts: LeadCounts, day: string): Promise<SoldCount[] | undefined> {
  const sums = new Map<string, SoldCount>();
  for (const timeRange of cutTimeRange(timeRangeOfDay(day), [], new Set())) {
    const { sold, others } = await counts.countTimeRange(timeRange);
    if (others.length > 0) return undefined;
    for (const line of sold) {
      const name = JSON.stringify([line.campaign_id, line.offer_id, line.program_id, line.buyer_id, line.at]);
      sums.set(name, { ...line, count: line.count + (sums.get(name)?.count ?? 0) });
    }
  }
  return [...sums.values()];
}
