import { QUARTER_MS } from '../quarters.js';

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
