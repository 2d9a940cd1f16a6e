/** Parses a share like `10%` or `2.5%` to basis points (100%: 10,000); undefined for other text. */
export function parseShare(text: string): number | undefined {
  const [, whole, part = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?%$/.exec(text) ?? [];
  const points = whole === undefined ? Infinity : Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return points <= 10_000 ? points : undefined;
}

/** Formats basis points for `parseShare`: 250 → `2.5%`. */
export const formatShare = (points: number): string => `${points / 100}%`;
