import type { Passed } from './summary.js';

const FAILED = new Set(['never_sent', 'unknown', 'failed']);

const hasFailed = ({ outcome, status }: Passed): boolean =>
  FAILED.has(outcome) || (outcome === 'retry' && (status ?? 0) >= 500);

/** When the failures began that end with the newest request. `passed` lists the newest first. Undefined: none failed. */
export function failingSince(passed: readonly Passed[]): Date | undefined {
  const worked = passed.findIndex((request) => !hasFailed(request));
  return (worked === -1 ? passed : passed.slice(0, worked)).at(-1)?.at;
}
