const DAY_MS = 86_400_000;

/**
 * The delay in milliseconds that a `Retry-After` header asks for, given as whole seconds or as a date; a day at most. Undefined
 * when the header is invalid or the date has passed.
 */
export function retryAfterMs(value: string | undefined, now: Date): number | undefined {
  const ms = askedMs(value, now);
  return ms > 0 ? Math.min(ms, DAY_MS) : undefined;
}

/** What an operator is told of a delay that is not granted. */
export const retryAfterNote = (value: string | undefined, now: Date): string =>
  askedMs(value, now) > DAY_MS ? '; its Retry-After counts as a day' : '';

function askedMs(value: string | undefined, now: Date): number {
  const text = value?.trim() ?? '';
  return /^\d+$/.test(text) ? Number(text) * 1_000 : dateOf(text) - now.getTime();
}

/** Accepts only HTTP's date format. JavaScript would guess at other formats. */
const dateOf = (text: string): number =>
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text) ? Date.parse(text) : NaN;
