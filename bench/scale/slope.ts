import { median } from '../statistics.js';

/** The slope of evenly spaced values: the median over all pairs, which a few outliers do not move. */
export function slopeOf(values: readonly number[]): number {
  const slopes = values.flatMap((late, i) => values.slice(0, i).map((early, j) => (late - early) / (i - j)));
  return slopes.length === 0 ? 0 : median(slopes);
}

export interface Growth {
  readonly median: number;
  readonly slope: number;
  /** From the first value to the last one along the slope, and as a share of the median. */
  readonly grown: number;
  readonly share: number;
}

export function growthOf(values: readonly number[]): Growth {
  const middle = median(values);
  const slope = slopeOf(values);
  const grown = slope * Math.max(0, values.length - 1);
  return { median: middle, slope, grown, share: middle === 0 ? 0 : grown / middle };
}
