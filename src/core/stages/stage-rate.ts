/** The share of sold leads that reached a stage, with the range in which its true value lies. Shares are from 0 to 1. */
export interface StageRate {
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

/** The normal quantile of a 95% interval. */
const Z = 1.959_964;

const round = (share: number): number => Math.round(share * 10_000) / 10_000;

/**
 * The rate with its 95% Wilson score interval, which stays right for few leads and for none that reached the stage
 * (Wilson 1927). Undefined: nothing was sold. A stage can't be reached by more leads than were sold.
 */
export function stageRate(reached: number, sold: number): StageRate | undefined {
  if (sold <= 0) return undefined;
  const p = Math.min(1, reached / sold);
  const z2 = Z * Z;
  const middle = (p + z2 / (2 * sold)) / (1 + z2 / sold);
  const half = (Z / (1 + z2 / sold)) * Math.sqrt((p * (1 - p)) / sold + z2 / (4 * sold * sold));
  return { rate: round(p), low: round(Math.max(0, middle - half)), high: round(Math.min(1, middle + half)) };
}
