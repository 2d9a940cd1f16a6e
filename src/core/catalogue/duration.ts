const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
type Unit = keyof typeof UNIT_MS;

/** A hundred years. A moment that is much farther away than that is no date any more. */
const MAX_MS = 36_500 * UNIT_MS.d;

/** Parses a duration like `30m`, `10s`, `72h`, `90d` or `500ms` to milliseconds; undefined for other text, or over 36500d. */
export function parseDuration(text: string): number | undefined {
  const [, digits, unit] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text) ?? [];
  const ms = Number(digits) * UNIT_MS[unit as Unit];
  return digits === undefined || ms > MAX_MS ? undefined : ms;
}

/** Formats a duration for `parseDuration`, in the largest unit that gives a whole number. */
export function formatDuration(ms: number): string {
  const unit = (['d', 'h', 'm', 's'] as const).find((u) => ms > 0 && ms % UNIT_MS[u] === 0) ?? 'ms';
  return `${ms / UNIT_MS[unit]}${unit}`;
}
