import { Int32Histogram } from 'hdr-histogram-js';

/** Answer times are kept with this many significant digits, so a percentile is at most 1% too high. */
const DIGITS = 2;

/** An hour. No request waits that long for its answer. */
const MAX_MS = 3_600_000;

const histogram = new Int32Histogram(1, MAX_MS, DIGITS);

/** The answer time under which this one is counted. Times of one bucket of the histogram are one. */
export const roundedMs = (ms: number): number =>
  histogram.lowestEquivalentValue(Math.min(Math.max(0, Math.round(ms)), MAX_MS));

export interface AnswerTime {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/**
 * Percentiles in milliseconds, each the highest time of its bucket, as the library gives them. It adds up only the
 * buckets that have answers, because a report may have thousands of rows. Null: there are no answers.
 */
export function percentilesOf(ms: ReadonlyMap<number, number>): AnswerTime | null {
  if (ms.size === 0) return null;
  const buckets = [...ms].sort(([a], [b]) => a - b);
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  const at = (percentile: number): number => {
    let left = Math.max(1, Math.ceil((percentile * total) / 100));
    for (const [value, count] of buckets) {
      left -= count;
      if (left <= 0) return histogram.highestEquivalentValue(value);
    }
    return 0;
  };
  return { p50: at(50), p95: at(95), p99: at(99) };
}
