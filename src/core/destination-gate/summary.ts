/** A request that left, as the destination gate stores it. */
export interface Passed {
  readonly at: Date;
  readonly outcome: string;
  readonly duration_ms: number;
  readonly status?: number;
  readonly detail?: string;
}

/** A summary of a destination's requests in a period. Durations are in milliseconds. */
export interface Summary {
  readonly attempts: number;
  /** The share of requests whose answer decided the lead or answered "later", 0–1. Absent without attempts. */
  readonly success?: number;
  readonly p50_ms?: number;
  readonly p95_ms?: number;
  readonly p99_ms?: number;
  readonly last_error?: { readonly at: Date; readonly what: string };
}

/** Outcomes that give no information about the lead. */
const ERRORS = new Set(['never_sent', 'unknown', 'retry', 'failed']);

/** `passed` lists the newest request first. */
export function summaryOf(passed: readonly Passed[]): Summary {
  if (passed.length === 0) return { attempts: 0 };
  const errors = passed.filter(({ outcome }) => ERRORS.has(outcome));
  const times = passed.map(({ duration_ms }) => duration_ms).sort((a, b) => a - b);
  // Nearest rank: the result is always a measured time.
  const percentile = (share: number): number => times[Math.ceil(share * times.length) - 1] ?? 0;
  const [last] = errors;
  return {
    attempts: passed.length,
    success: 1 - errors.length / passed.length,
    p50_ms: percentile(0.5),
    p95_ms: percentile(0.95),
    p99_ms: percentile(0.99),
    ...(last ? { last_error: { at: last.at, what: wordsOf(last) } } : {}),
  };
}

const wordsOf = ({ outcome, status, detail }: Passed): string =>
  [outcome, status === undefined ? '' : `HTTP ${status}`, detail ?? ''].filter(Boolean).join(', ');
