import type { Catalogue } from '../catalogue/types.js';
import type { TimeRange } from './counted-leads.js';
import { capsOfCatalogue } from './cap-buckets.js';
import { windowStart } from './windows.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The longest time range of one database query, so that no query outlives its connection's time limit. */
const MAX_TIME_RANGE_MS = 6 * HOUR_MS;

/**
 * How long after its end a UTC day is rolled up. No clock of ours is wrong by this much, so no lead can get an intent
 * in a rolled-up day.
 */
const REST_MS = 2 * DAY_MS;

/** The UTC day that holds `at`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** A UTC day, from midnight to midnight. */
export function timeRangeOfDay(day: string): TimeRange {
  const from = new Date(`${day}T00:00:00Z`);
  return { from, to: new Date(from.getTime() + DAY_MS) };
}

/**
 * The starts of all windows that are open at `now`, oldest first, without repeats. All moments between two
 * neighboring starts lie in the same windows.
 */
export function openWindowStarts(catalogue: Catalogue, now: Date): Date[] {
  const starts = capsOfCatalogue(catalogue).flatMap((cap) => windowStart(cap, now)?.getTime() ?? []);
  return [...new Set(starts)].sort((a, b) => a - b).map((start) => new Date(start));
}

/** Whether the whole day lies in the same windows. Only then can the day's stored count replace its leads. */
export function isUsable(day: string, starts: readonly Date[]): boolean {
  const { from, to } = timeRangeOfDay(day);
  return !starts.some((start) => from < start && start < to);
}

/**
 * Cuts a time range at the window starts and at UTC midnights into pieces of bounded length. Days in `without` are
 * left out.
 */
export function cutTimeRange(
  { from, to }: TimeRange,
  starts: readonly Date[],
  without: ReadonlySet<string>,
): TimeRange[] {
  const pieces: TimeRange[] = [];
  for (let at = from; at < to;) {
    const day = dayOf(at);
    const midnight = timeRangeOfDay(day).to;
    const cuts = [
      midnight,
      to,
      new Date(at.getTime() + MAX_TIME_RANGE_MS),
      ...starts.filter((start) => start > at),
    ];
    const end = without.has(day) ? midnight : new Date(Math.min(...cuts.map((cut) => cut.getTime())));
    if (!without.has(day)) pieces.push({ from: at, to: end });
    at = end;
  }
  return pieces;
}

/** The closed UTC days since `first` that are not rolled up yet, oldest first. */
export function daysToRollUp(first: string, folded: ReadonlySet<string>, now: Date): string[] {
  const days: string[] = [];
  for (
    let day = timeRangeOfDay(first);
    day.to.getTime() + REST_MS <= now.getTime();
    day = timeRangeOfDay(dayOf(day.to))
  )
    if (!folded.has(dayOf(day.from))) days.push(dayOf(day.from));
  return days;
}
