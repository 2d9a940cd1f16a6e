/** A quarter of an hour. In every zone of today, days and hours begin and end at quarters of UTC. */
export const QUARTER_MS = 900_000;

/** The start of the quarter that holds `at`. It lies in the same cap windows as `at`, for every possible cap. */
export const quarterOf = (at: Date): Date => new Date(Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS);

/** The starts of the quarters from one start to another, without the latter. */
export function quartersBetween({ from, to }: { readonly from: Date; readonly to: Date }): Date[] {
  const starts: Date[] = [];
  for (let at = quarterOf(from).getTime(); at < to.getTime(); at += QUARTER_MS) starts.push(new Date(at));
  return starts;
}

/** From the first moment to the first moment after it. */
interface Stretch {
  readonly from: Date;
  readonly to: Date;
}

/** The starts of quarters as stretches of neighbors, in the order of time. */
export function stretchesOf(starts: Iterable<number>): Stretch[] {
  const sorted = [...new Set(starts)].sort((a, b) => a - b);
  const found: { from: number; to: number }[] = [];
  for (const start of sorted) {
    const last = found.at(-1);
    if (last?.to === start) last.to = start + QUARTER_MS;
    else found.push({ from: start, to: start + QUARTER_MS });
  }
  return found.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) }));
}
