import { InvalidArgumentError } from 'commander';
import { DateTime } from 'luxon';
import { parseDuration } from '../core/catalogue/duration.js';
import { dayNamed } from '../core/reports/calendar.js';
import { isDate } from '../core/reports/report-request.js';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Parses a duration like `1h` to milliseconds. */
export function durationArgument(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined)
    throw new InvalidArgumentError('It must be a duration like 30m, 12h or 90d, at most 36500d.');
  return ms;
}

/** Parses a duration that is longer than 0, and not longer than `most`. */
export const lifetimeArgument =
  (most?: string) =>
  (text: string): number => {
    const ms = parseDuration(text);
    const limit = most === undefined ? undefined : parseDuration(most);
    if (ms !== undefined && ms > 0 && (limit === undefined || ms <= limit)) return ms;
    throw new InvalidArgumentError(
      `It must be a duration like 12h or 90d${most === undefined ? '' : `, at most ${most}`}.`,
    );
  };

/** Luxon takes `17:00` as a time of today: the same command would mean another time tomorrow. */
const HAS_DAY = /^\d{4}-?\d\d-?\d\d/;

/** Parses a time like `2026-11-21T17:00:00Z`. A time without a zone is in UTC. */
export function timeArgument(text: string): Date {
  const time = DateTime.fromISO(text, { zone: 'utc' });
  if (!time.isValid || !HAS_DAY.test(text))
    throw new InvalidArgumentError('It must be a time like 2026-11-21T17:00:00Z (UTC without a zone).');
  return time.toJSDate();
}

/** Checks a day like `2026-11-21`, or a time as `timeArgument` takes it. `momentOf` reads it. */
export function dayOrTimeArgument(text: string): string {
  if (!isDate(text)) timeArgument(text);
  return text;
}

/** A day is a day of the zone, of which `edge` says the beginning or the end. A time is exact. Throws as `timeArgument`. */
export const momentOf = (text: string, zone: string, edge: 'from' | 'to'): Date =>
  isDate(text) ? dayNamed(text, zone)[edge] : timeArgument(text);

/**
 * `timeArgument` for a command that you run first as a dry run and then with `--yes`. Refuses durations: in the second
 * run, a duration would mean a later time and could select more leads than the dry run showed.
 */
export const fixedTimeArgument =
  (clock: () => Date) =>
  (text: string): Date => {
    const ago = parseDuration(text);
    if (ago === undefined) return timeArgument(text);
    const time = `${new Date(clock().getTime() - ago).toISOString().slice(0, 19)}Z`;
    throw new InvalidArgumentError(
      `It must be a time, so that the dry run and --yes select the same leads: ${text} ago is ${time}.`,
    );
  };

/** Parses a whole number of at least 1. */
export function countArgument(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, at least 1.');
  return Number(text);
}
