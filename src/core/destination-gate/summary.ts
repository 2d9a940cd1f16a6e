/** One request that left, as the destination gate remembers it. */
export interface Passed {
  readonly at: Date;
  readonly outcome: string;
  readonly duration_ms: number;
  readonly status?: number;
  readonly detail?: string;
}

/** What a time's requests say about a destination. Lengths of time in milliseconds. */
export interface Summary {
  readonly attempts: number;
  /** The share that was decided or put off until later by an answer, 0–1; absent without attempts. */
  readonly success?: number;
  readonly p50_ms?: number;
  readonly p95_ms?: number;
  readonly p99_ms?: number;
  readonly last_error?: { readonly at: Date; readonly what: string };
}

/** Outcomes after which nobody knows more than before. */
const ERRORS = new Set(['never_sent', 'unknown', 'retry', 'failed']);

/** `passed`: newest first. */
export function summaryOf(passed: readonly Passed[]): Summary {
  if (passed.length === 0) return { attempts: 0 };
  const errors = passed.filter(({ outcome }) => ERRORS.has(outcome));
  const times = passed.map(({ duration_ms }) => duration_ms).sort((a, b) => a - b);
  // Nearest rank: a time that was measured.
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
