const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
type Unit = keyof typeof UNIT_MS;

/** Milliseconds of a duration like `30m`, `10s`, `72h`, `90d` or `500ms`; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const [, digits, unit] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits) * UNIT_MS[unit as Unit];
}

/** The shortest text of a duration that `parseDuration` reads back: the largest unit that divides it. */
export function formatDuration(ms: number): string {
  const unit = (['d', 'h', 'm', 's'] as const).find((u) => ms > 0 && ms % UNIT_MS[u] === 0) ?? 'ms';
  return `${ms / UNIT_MS[unit]}${unit}`;
}
