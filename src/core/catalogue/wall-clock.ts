/** Minutes after midnight of `08:00`; `24:00` is the end of the day. Undefined when it is no time of the day. */
export function minuteOf(text: string): number | undefined {
  const match = /^(\d\d):([0-5]\d)$/.exec(text);
  const minutes = Number(match?.[1]) * 60 + Number(match?.[2]);
  return minutes <= 1440 ? minutes : undefined;
}

/** The time of the day that `minuteOf` reads back. */
export const formatMinute = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** ISO weekdays, 1 = Monday, as the catalogue writes them. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
