import type { Catalogue } from '../../core/catalogue/types.js';
import type { LeadCounts } from '../ports/lead-counts.js';
import type { LeadStore } from '../ports/lead-store.js';
import { firstDay } from './first-day.js';
import { capsOfCatalogue } from '../../core/caps/cap-buckets.js';
import { cutTimeRange, isUsable, openWindowStarts, timeRangeOfDay } from '../../core/caps/time-ranges.js';
import { createUsageCount, type BuyerAt, type UsageCount } from '../../core/caps/usage-counts.js';

/**
 * The newest leads are looked at one by one, and last: an intent only ever moves to a time that is not yet over, so
 * one that moves meanwhile is met there. Longer than clocks are apart: to the mover that time is not yet over, and to
 * us it may be. Windows that ended since are counted, too: a worker that took its lead before the end (at most 30 s
 * ago, its lease) still asks for a place there.
 */
const NEWEST_MS = 60_000;

export interface CountRequest {
  readonly leads: Pick<LeadStore, 'counted'>;
  readonly counts: LeadCounts;
  readonly catalogue: Catalogue;
  readonly now: Date;
  /** Who bought what the former build stored without a buyer; absent: the present buyer of the offer. */
  readonly formerBuyers?: () => Promise<BuyerAt>;
  /** Asked now and then: whether the count has become useless. */
  readonly isOver?: () => boolean;
}

/**
 * Counts the stored leads into the caps' windows that are open, or were a minute ago, oldest first. Rolled-up days
 * count by their stored count, the rest by one pass of the database for each time range. Without a total cap, nothing
 * older than the longest open window is read. Null when it was over before the end.
 */
export async function countLeads(
  request: CountRequest,
): Promise<{ leads: number; usage: UsageCount } | null> {
  const { leads, counts, catalogue, now, isOver = () => false } = request;
  const newest = new Date(now.getTime() - NEWEST_MS);
  const usage = createUsageCount(catalogue, newest, await request.formerBuyers?.());
  const starts = openWindowStarts(catalogue, newest).filter((start) => start < newest);
  const from = await countFrom(request, starts, newest);
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

/** Since when intents can lie in an open window; the newest time when there is nothing to count. */
async function countFrom(
  { counts, catalogue }: CountRequest,
  starts: readonly Date[],
  newest: Date,
): Promise<Date> {
  const isForEver = capsOfCatalogue(catalogue).some(({ window }) => window === 'total');
  if (!isForEver) return starts[0] ?? newest;
  const first = await firstDay(counts, newest);
  const [folded] = await counts.rolledUpDays();
  // Leads of a rolled-up day may have been removed since.
  const known = [first, folded].filter((day) => day !== undefined).sort()[0];
  return known === undefined ? newest : timeRangeOfDay(known).from;
}

const sumOf = (sold: readonly { readonly count: number }[]): number =>
  sold.reduce((sum, { count }) => sum + count, 0);
