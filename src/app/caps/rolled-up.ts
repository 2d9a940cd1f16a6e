import type { CountedLead, RolledUpQuarter, SoldCount, TimeRange } from '../../core/caps/counted-leads.js';
import { utcDayOf, isUsable, timeRangeOfDay, timeRangeOfQuarter } from '../../core/caps/time-ranges.js';
import { quarterOf } from '../../core/quarters.js';
import type { LeadCounts } from '../ports/lead-counts.js';

const BATCH = 1_000;

/** A lead that was open when its quarter was rolled up. */
export interface OpenLead {
  readonly id: string;
  /** The start of that quarter. */
  readonly quarter: Date;
}

export interface RolledUp {
  readonly range: TimeRange;
  readonly sold: readonly SoldCount[];
  readonly open: readonly OpenLead[];
}

/** The leads that were open when this quarter was rolled up. */
export const openLeadsOf = ({ from, open }: Pick<RolledUpQuarter, 'from' | 'open'>): OpenLead[] =>
  open.map((id) => ({ id, quarter: from }));

/**
 * What was rolled up within the time range: days in which no window starts, and quarters of an hour of other days.
 * Nothing is yielded twice.
 */
export async function* readRolledUp(
  counts: Pick<LeadCounts, 'rollups' | 'quarters'>,
  { from, to }: TimeRange,
  starts: readonly Date[],
): AsyncGenerator<RolledUp> {
  const days = new Set<string>();
  for await (const { day, sold } of counts.rollups()) {
    const range = timeRangeOfDay(day);
    if (range.from < from || range.to > to || !isUsable(day, starts)) continue;
    days.add(day);
    yield { range, sold, open: [] };
  }
  for await (const { from: quarter, sold, open } of counts.quarters({ from, to })) {
    const range = timeRangeOfQuarter(quarter);
    if (range.to > to || days.has(utcDayOf(quarter))) continue;
    yield { range, sold, open: openLeadsOf({ from: quarter, open }) };
  }
}

/** Those of the open leads that still count in their quarter. An intent that has moved is counted where it is now. */
export async function* readOpen(
  counts: Pick<LeadCounts, 'readCounted'>,
  open: readonly OpenLead[],
): AsyncGenerator<CountedLead[]> {
  for (let i = 0; i < open.length; i += BATCH) {
    const batch = new Map(open.slice(i, i + BATCH).map(({ id, quarter }) => [id, quarter.getTime()]));
    const found = await counts.readCounted([...batch.keys()]);
    yield found.filter(({ id, intent }) => intent && quarterOf(intent.at).getTime() === batch.get(id));
  }
}
