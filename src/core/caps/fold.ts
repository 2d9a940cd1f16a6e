import type { Span, SpanCount } from '../ports/lead-counts.js';

const DAY_MS = 86_400_000;

/**
 * How long after its end a day is left alone. No clock of ours is two days off, so that no lead gets an intent in a
 * day that may be folded.
 */
const REST_MS = 2 * DAY_MS;

/** The UTC day that holds `at`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export function spanOfDay(day: string): Span {
  const from = new Date(`${day}T00:00:00Z`);
  return { from, to: new Date(from.getTime() + DAY_MS) };
}

/** The end of the last day that may be folded at `now`. */
export const foldableUntil = (now: Date): Date => spanOfDay(dayOf(new Date(now.getTime() - REST_MS))).from;

/** The closed days from the first intent on that are not folded yet, oldest first. */
export function daysToFold(first: Date | null, folded: readonly string[], now: Date): string[] {
  if (first === null) return [];
  const known = new Set(folded);
  return daysBetween(first, foldableUntil(now)).filter((day) => !known.has(day));
}

/** Whether nothing in a day can change any more: its leads have ended and owe nothing. */
export const isFoldable = ({ others }: SpanCount): boolean => others.length === 0;

/** The spans before `before` that no fold covers. */
export function spansNotFolded(first: Date | null, folded: readonly string[], before: Date): Span[] {
  if (first === null) return [];
  const known = new Set(folded.filter((day) => spanOfDay(day).to <= before));
  return daysBetween(first, before)
    .filter((day) => !known.has(day))
    .map(spanOfDay)
    .map(({ from, to }) => ({ from, to: to < before ? to : before }));
}

function daysBetween(from: Date, before: Date): string[] {
  const days: string[] = [];
  for (let at = spanOfDay(dayOf(from)).from; at < before; at = new Date(at.getTime() + DAY_MS))
    days.push(dayOf(at));
  return days;
}
