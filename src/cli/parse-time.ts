import { InvalidArgumentError } from 'commander';
import { DateTime } from 'luxon';
import { parseDuration } from '../core/catalogue/duration.js';

/** A duration like `1h`, in milliseconds. */
export function durationArgument(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined) throw new InvalidArgumentError('It must be a duration like 30m, 12h or 90d.');
  return ms;
}

/** A time like `2026-11-21T17:00:00Z`; UTC if it has no zone. */
export function timeArgument(text: string): Date {
  const time = DateTime.fromISO(text, { zone: 'utc' });
  if (!time.isValid)
    throw new InvalidArgumentError('It must be a time like 2026-11-21T17:00:00Z (UTC without a zone).');
  return time.toJSDate();
}

/**
 * `timeArgument` for a command that you first run dry and then with `--yes`. A duration would mean a later time in the
 * second run, and more leads than you were shown.
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

/** A whole number, at least 1. */
export function countArgument(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, at least 1.');
  return Number(text);
}
