/** A part of all records: those whose id is `from` or after it, and before `to`. Without an end, it has none there. */
export interface Share {
  readonly from?: string;
  readonly to?: string;
}

const EDGES = 0x1_0000_0000;

/**
 * The part of one of several that share work, the first being 0. Ids are random UUIDs, so the parts are about equal.
 * Together they hold every id, whatever it looks like.
 */
export function shareOf(nth: number, count: number): Share {
  const edge = (n: number): string =>
    Math.round((n * EDGES) / count)
      .toString(16)
      .padStart(8, '0');
  return { ...(nth > 0 && { from: edge(nth) }), ...(nth < count - 1 && { to: edge(nth + 1) }) };
}

/** Whether a record with this id is in the part. */
export const isInShare = (id: string, { from, to }: Share): boolean =>
  (from === undefined || id >= from) && (to === undefined || id < to);
