import { settledAs, sumSold } from '../../core/caps/sold-counts.js';
import { timeRangeOfDay } from '../../core/caps/time-ranges.js';
import type { RolledUpQuarter } from '../../core/caps/counted-leads.js';
import { openLeadsOf, readOpen } from '../caps/rolled-up.js';
import type { LeadCounts } from '../ports/lead-counts.js';

/**
 * Stores the quarters of a day again, with what their open leads sold since. Else one lead that nobody settles would keep its
 * day from being rolled up, and each count would read all leads that were open two hours after their quarters, for weeks.
 * A quarter of which more than half are still open stays.
 */
export async function settleCapQuarters(counts: LeadCounts, day: string): Promise<void> {
  const settled: RolledUpQuarter[] = [];
  for await (const quarter of counts.quarters(timeRangeOfDay(day))) {
    if (quarter.open.length === 0) continue;
    const now = await settledQuarter(counts, quarter);
    if (now.open.length <= quarter.open.length / 2) settled.push(now);
  }
  if (settled.length > 0) await counts.rollUpQuarters(settled);
}

/** What the quarter sold, and which of its leads are open, now. A lead whose intent has moved counts elsewhere for ever. */
async function settledQuarter(counts: LeadCounts, quarter: RolledUpQuarter): Promise<RolledUpQuarter> {
  const sold = [...quarter.sold];
  const open: string[] = [];
  for await (const found of readOpen(counts, openLeadsOf(quarter)))
    for (const lead of found) {
      const line = settledAs(lead);
      if (line === 'open') open.push(lead.id);
      else if (line) sold.push(line);
    }
  return { from: quarter.from, sold: sumSold(sold), open };
}
