import type { Catalogue } from '../../core/catalogue/types.js';
import type { LeadCounts } from '../ports/lead-counts.js';
import type { LeadStore } from '../ports/lead-store.js';
import { firstDay } from './first-day.js';
import { capsOfCatalogue } from '../../core/caps/cap-buckets.js';
import { cutTimeRange, isUsable, openWindowStarts, timeRangeOfDay } from '../../core/caps/time-ranges.js';
import { createUsageCount, type BuyerAt, type UsageCount } from '../../core/caps/usage-counts.js';

/**
 * The newest leads are counted last and one by one. An intent only moves to a time whose window has not ended yet, so
 * an intent that moves during the count is found among these leads. The time range is longer than the clocks of two
 * processes differ, because the clock of the process that moves the intent may be behind ours. Windows that ended
 * within this range are counted, too: a worker that took its lead before the end may still ask for a reservation
 * there. Its lease lasts at most 30 s.
 */
const NEWEST_MS = 60_000;

export interface CountRequest {
  readonly leads: Pick<LeadStore, 'counted'>;
  readonly counts: LeadCounts;
  readonly catalogue: Catalogue;
  readonly now: Date;
  /**
   * Finds the buyer of leads that the former build stored without a buyer. Absent: the present buyer of the offer.
   */
  readonly formerBuyers?: () => Promise<BuyerAt>;
  /** Called now and then. Returns true if the count is no longer needed. */
  readonly isOver?: () => boolean;
}

/**
 * Counts the stored leads into the cap windows that are open, or were open a minute ago, oldest first. Rolled-up days
 * count by their stored count. The other leads take one pass of the database for each time range. Without a total
 * cap, nothing older than the longest open window is read. Returns null if `isOver` ended the count.
 */
export async function countLeads(
  request: CountRequest,
): Promise<{ leads: number; usage: UsageCount } | null> {
  const { leads, counts, catalogue, now, isOver = () => false } = request;
  const newest = new Date(now.getTime() - NEWEST_MS);
  const usage = createUsageCount(catalogue, newest, await request.formerBuyers?.());
  const starts = openWindowStarts(catalogue, newest).filter((start) => start < newest);
  const from = await countFrom(request, starts, newest);
  // First, so that each of these leads is counted as accepted below.
  for await (const lead of counts.givenBack(from)) usage.countGivenBack(lead);
  let count = 0;
  const folded = new Set<string>();
  for await (const { day, sold } of counts.rollups()) {
    const timeRange = timeRangeOfDay(day);
    if (timeRange.from < from || timeRange.to > newest || !isUsable(day, starts)) continue;
    folded.add(day);
    for (const line of sold) usage.countSold(line, timeRange.from);
    count += sumOf(sold);
  }
  for (const span of cutTimeRange({ from, to: newest }, starts, folded)) {
    if (isOver()) return null;
    const { sold, others } = await counts.countTimeRange(span);
    for (const line of sold) usage.countSold(line, span.from);
    for (const lead of others) usage.count(lead);
    count += sumOf(sold) + others.length;
  }
  for await (const lead of leads.counted(newest)) {
    if (isOver()) return null;
    usage.count(lead);
    count += 1;
  }
  return { leads: count, usage };
}

/** The time from which intents can lie in an open window. The newest time if there is nothing to count. */
async function countFrom(
  { counts, catalogue }: CountRequest,
  starts: readonly Date[],
  newest: Date,
): Promise<Date> {
  const isForEver = capsOfCatalogue(catalogue).some(({ window }) => window === 'total');
  if (!isForEver) return starts[0] ?? newest;
  const first = await firstDay(counts, newest);
  const [folded] = await counts.rolledUpDays();
  // Leads of a rolled-up day may have been deleted since.
  const known = [first, folded].filter((day) => day !== undefined).sort()[0];
  return known === undefined ? newest : timeRangeOfDay(known).from;
}

const sumOf = (sold: readonly { readonly count: number }[]): number =>
  sold.reduce((sum, { count }) => sum + count, 0);
