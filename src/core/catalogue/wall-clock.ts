/** Parses a time like `08:00` to minutes after midnight. `24:00` is the end of the day. Undefined for other text. */
export function minuteOf(text: string): number | undefined {
  const match = /^(\d\d):([0-5]\d)$/.exec(text);
  const minutes = Number(match?.[1]) * 60 + Number(match?.[2]);
  return minutes <= 1440 ? minutes : undefined;
}

/** Formats minutes after midnight for `minuteOf`. */
export const formatMinute = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** The catalogue's names of the ISO weekdays: the first is day 1, Monday. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
