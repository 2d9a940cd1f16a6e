/**
 * The delay in milliseconds that a `Retry-After` header asks for, given as whole seconds or as a date. Undefined when
 * the header is invalid or the date has passed.
 */
export function retryAfterMs(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : dateOf(text) - now.getTime();
  return ms > 0 ? ms : undefined;
}

/** Accepts only HTTP's date format. JavaScript would guess at other formats. */
const dateOf = (text: string): number =>
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text) ? Date.parse(text) : NaN;
