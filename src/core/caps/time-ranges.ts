import type { Catalogue } from '../catalogue/types.js';
import type { TimeRange } from './counted-leads.js';
import { QUARTER_MS, quarterOf, quartersBetween } from '../quarters.js';
import { capsOfCatalogue } from './cap-buckets.js';
import { windowStart } from './windows.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
export const QUARTERS_OF_A_DAY = DAY_MS / QUARTER_MS;

/**
 * The length of the time ranges that one command counts: a minute at least, six hours at most, and as long as should
 * hold so many leads. FerretDB needs some 1.5 s for them, and a worker's connection is given up after 20 s.
 */
const COMMAND_LEADS = 50_000;
const COMMAND_MS = { least: MINUTE_MS, most: 6 * HOUR_MS };

/**
 * How long after its end a UTC day is rolled up. No clock of ours is wrong by this much, so no lead can get an intent
 * in a rolled-up day.
 */
const REST_MS = 2 * DAY_MS;

/**
 * How long after its end a quarter of an hour is rolled up. A worker gives a lead an intent of this moment, or a later
 * one, and stores it within seconds. Clocks that differ by an hour, as after a wrong time zone, do no harm.
 */
const QUARTER_REST_MS = 2 * HOUR_MS;

/**
 * How long the quarters of a rolled-up day are kept. A month's window may begin inside that day, in a zone of its own:
 * then the day's count can't be used, but that of its quarters can.
 */
const QUARTERS_KEPT_MS = 40 * DAY_MS;

/** The UTC day that holds `at`. */
export const utcDayOf = (at: Date): string => at.toISOString().slice(0, 10);

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

/** The parts of a time range that none of these ranges covers, in order. */
export function uncovered({ from, to }: TimeRange, covered: readonly TimeRange[]): TimeRange[] {
  const gaps: TimeRange[] = [];
  let at = from;
  for (const range of [...covered].sort((a, b) => a.from.getTime() - b.from.getTime())) {
    if (at < range.from) gaps.push({ from: at, to: range.from });
    if (at < range.to) at = range.to;
  }
  if (at < to) gaps.push({ from: at, to });
  return gaps;
}

/** Cuts a time range at the window starts. */
export function cutAt({ from, to }: TimeRange, starts: readonly Date[]): TimeRange[] {
  const ends = [...starts.filter((start) => from < start && start < to), to];
  return ends.map((end, i) => ({ from: ends[i - 1] ?? from, to: end }));
}

/** The length of the first time range that a command counts, in milliseconds. */
export const FIRST_COMMAND_MS = COMMAND_MS.least;

/** The length for the next command, at most four times the last one's. `rate`: the leads in each millisecond of that. */
export const nextCommandMs = (ms: number, rate: number): number =>
  Math.min(Math.max(Math.floor(COMMAND_LEADS / rate), COMMAND_MS.least), COMMAND_MS.most, 4 * ms);

/** The closed UTC days since `first` that are not rolled up yet, oldest first. */
export function daysToRollUp(first: string, folded: ReadonlySet<string>, now: Date): string[] {
  const days: string[] = [];
  for (
    let day = timeRangeOfDay(first);
    day.to.getTime() + REST_MS <= now.getTime();
    day = timeRangeOfDay(utcDayOf(day.to))
  )
    if (!folded.has(utcDayOf(day.from))) days.push(utcDayOf(day.from));
  return days;
}

/** The closed quarters of an hour since `first` that lie in no rolled-up day and are not rolled up yet, oldest first. */
export function quartersToRollUp(
  first: string,
  rolledUp: { readonly days: ReadonlySet<string>; readonly quarters: ReadonlySet<number> },
  now: Date,
): Date[] {
  const to = quarterOf(new Date(now.getTime() - QUARTER_REST_MS));
  return quartersBetween({ from: timeRangeOfDay(first).from, to }).filter(
    (from) => !rolledUp.quarters.has(from.getTime()) && !rolledUp.days.has(utcDayOf(from)),
  );
}

export const timeRangeOfQuarter = (from: Date): TimeRange => ({
  from,
  to: new Date(from.getTime() + QUARTER_MS),
});

/** Whether the quarters of a rolled-up day are not needed anymore. */
export const areQuartersOver = (day: string, now: Date): boolean =>
  timeRangeOfDay(day).to.getTime() + QUARTERS_KEPT_MS <= now.getTime();
