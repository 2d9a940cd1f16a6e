import type fc from 'fast-check';
import type { RandomStory } from './random-story.js';

/** A story in which something was violated; whole, where fast-check would cut it. */
export class Violated extends Error {
  constructor(readonly violations: readonly string[]) {
    super(violations.join('\n'));
  }
}

/** What a log must show of stories that failed: what was violated, and how to tell the smallest of them again. */
export function failureOf({
  failed,
  numRuns,
  numShrinks,
  seed,
  counterexample,
  counterexamplePath,
  errorInstance,
}: fc.RunDetails<[RandomStory]>): string | undefined {
  if (!failed) return undefined;
  const why =
    errorInstance instanceof Violated
      ? errorInstance.violations
      : [
          errorInstance instanceof Error
            ? (errorInstance.stack ?? errorInstance.message)
            : 'no story was told',
        ];
  return [
    `story ${numRuns} of STEPS_SEED=${seed} fails, as it is after ${numShrinks} shrinks:`,
    ...why.map((one) => `  ${one}`),
    `replay: STEPS_SEED=${seed} STEPS_PATH='${counterexamplePath ?? ''}'`,
    `or: STEPS_STORY='${JSON.stringify(counterexample?.[0])}'`,
  ].join('\n');
}
