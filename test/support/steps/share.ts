/** Repeats the choice that a failure printed; each run without it makes another one. */
export const SEED = Number(process.env['STEPS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** How much of the step tests is tried: a tenth in `npm test`, everything in `npm run test:long -- steps`. */
export const SHARE = Number(process.env['STEPS_SHARE'] ?? 0.1);

/** A share of all, never none, spread evenly from a place that the seed and the number choose. */
export function shareOf<T>(all: readonly T[], number: number): readonly T[] {
  const count = Math.min(all.length, Math.ceil(all.length * SHARE));
  const start = (SEED + number * 7_919) % Math.max(all.length, 1);
  return Array.from(
    { length: count },
    (_, n) => all[(start + Math.floor((n * all.length) / count)) % all.length]!,
  );
}
