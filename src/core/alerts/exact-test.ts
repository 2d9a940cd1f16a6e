/** Lanczos's approximation of the logarithm of the gamma function, exact to 15 digits for x ≥ 1. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function logGamma(x: number): number {
  const t = x + 6.5;
  const sum = LANCZOS.reduce((all, c, i) => (i === 0 ? c : all + c / (x + i - 1)), 0);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

/** The logarithm of the number of ways to choose k out of n. */
const logChoose = (n: number, k: number): number => logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);

/** Successes among tries. */
export interface Share {
  readonly of: number;
  readonly hits: number;
}

/**
 * Fisher's exact test, one-sided: how likely it is that `now` has so few hits, or fewer, if the chance of a hit were
 * the same as in `before`. It is exact for any numbers, so a small sample can't trip it: 3 tries without a hit say
 * little, whatever was before.
 */
export function chanceOfSoFew(now: Share, before: Share): number {
  const all = now.of + before.of;
  const hits = now.hits + before.hits;
  const misses = all - hits;
  const fewest = Math.max(0, now.of - misses);
  if (now.of === 0 || before.of === 0 || now.hits < fewest) return 1;
  let term = Math.exp(
    logChoose(hits, now.hits) + logChoose(misses, now.of - now.hits) - logChoose(all, now.of),
  );
  let sum = 0;
  for (let x = now.hits; x >= fewest; x -= 1) {
    sum += term;
    if (term < sum * 1e-17) break;
    term *= (x * (misses - now.of + x)) / ((hits - x + 1) * (now.of - x + 1));
  }
  return Math.min(1, sum);
}
