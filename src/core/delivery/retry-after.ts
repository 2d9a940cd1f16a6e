/**
 * Milliseconds from `now` that a `Retry-After` header asks for: whole seconds or a date. Undefined when it is neither,
 * or has passed.
 */
export function retryAfterMs(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : dateOf(text) - now.getTime();
  return ms > 0 ? ms : undefined;
}

/** HTTP's own form of a date, and no other that JavaScript would guess at. */
const dateOf = (text: string): number =>
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text) ? Date.parse(text) : NaN;
