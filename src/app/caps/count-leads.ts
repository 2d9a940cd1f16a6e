import type { Catalogue } from '../../core/catalogue/types.js';
import type { LeadCounts } from '../ports/lead-counts.js';
import type { LeadStore } from '../ports/lead-store.js';
import { firstDay } from '../first-day.js';
import { capsOfCatalogue } from '../../core/caps/cap-buckets.js';
import type { CountedLead, SoldCount, TimeRange } from '../../core/caps/counted-leads.js';
import { cutAt, openWindowStarts, timeRangeOfDay, uncovered } from '../../core/caps/time-ranges.js';
import { createUsageCount, type UsageCount } from '../../core/caps/usage-counts.js';
import { countRanges } from './count-ranges.js';
import { readOpen, readRolledUp, type OpenLead } from './rolled-up.js';

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
  /** Called now and then. Returns true if the count is no longer needed. */
  readonly isCancelled?: () => boolean;
}

/**
 * Counts the stored leads into the cap windows that are open, or were open a minute ago, oldest first. Rolled-up days
 * and quarters count by their stored count, with what became of the leads that were open then. All other leads are
 * counted in the database. Without a total cap, nothing older than the longest open window is read. Returns null if
 * `isCancelled` ended the count.
 */
export async function countLeads(
  request: CountRequest,
): Promise<{ leads: number; usage: UsageCount } | null> {
  const { leads, counts, catalogue, now, isCancelled = () => false } = request;
  const newest = new Date(now.getTime() - NEWEST_MS);
  const usage = createUsageCount(catalogue, newest);
  const starts = openWindowStarts(catalogue, newest).filter((start) => start < newest);
  const range = { from: await countFrom(request, starts, newest), to: newest };
  // First, so that each of these leads is counted as accepted below.
  for await (const lead of counts.givenBack(range.from)) usage.countGivenBack(lead);
  let count = 0;
  const countSold = (sold: readonly SoldCount[], from: Date): void => {
    for (const line of sold) usage.countSold(line, from);
    count += sumOf(sold);
  };
  const countEach = (found: readonly CountedLead[]): void => {
    for (const lead of found) usage.count(lead);
    count += found.length;
  };

  const covered: TimeRange[] = [];
  const open: OpenLead[] = [];
  for await (const counted of readRolledUp(counts, range, starts)) {
    countSold(counted.sold, counted.range.from);
    covered.push(counted.range);
    open.push(...counted.open);
  }
  for await (const found of readOpen(counts, open)) {
    if (isCancelled()) return null;
    countEach(found);
  }
  const rest = uncovered(range, covered).flatMap((gap) => cutAt(gap, starts));
  for await (const { from, sold, others } of countRanges(rest, (piece) => counts.countTimeRange(piece))) {
    if (isCancelled()) return null;
    countSold(sold, from);
    countEach(others);
  }
  for await (const lead of leads.counted(newest)) {
    if (isCancelled()) return null;
    countEach([lead]);
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
  const first = await firstDay((at) => counts.hasIntentBefore(at), newest);
  const [folded] = await counts.rolledUpDays();
  // Leads of a rolled-up day may have been deleted since.
  const known = [first, folded].filter((day) => day !== undefined).sort()[0];
  return known === undefined ? newest : timeRangeOfDay(known).from;
}

const sumOf = (sold: readonly { readonly count: number }[]): number =>
  sold.reduce((sum, { count }) => sum + count, 0);
