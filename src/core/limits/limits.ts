/** The operations that a key may call. Each one has its own token bucket. */
export const OPERATIONS = ['search', 'results', 'submit', 'dupe_check', 'reconcile'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** A token bucket: calls per minute in the long run, and how many calls may come at once. */
export interface Limit {
  readonly per_minute: number;
  readonly burst: number;
}

/** Limits by operation. An absent operation has no limit, or the default one. */
export type Limits = Readonly<Partial<Record<Operation, Limit>>>;

/** The limits of a key without its own limits (docs/contract.md#limits). */
export const DEFAULT_LIMITS: Readonly<Record<Operation, Limit>> = {
  search: { per_minute: 60, burst: 10 },
  results: { per_minute: 600, burst: 600 },
  submit: { per_minute: 120, burst: 120 },
  dupe_check: { per_minute: 120, burst: 20 },
  reconcile: { per_minute: 60, burst: 20 },
};

/** Duplicate pre-checks per affiliate and UTC day, unless the catalogue sets another number. */
export const DUPE_CHECKS_PER_DAY = 10_000;

const MAX_PER_MINUTE = 1_000_000;

/** The format that `parseLimit` reads after the operation and `=`, always with the burst: `600/min:50`. */
export const formatLimit = ({ per_minute, burst }: Limit): string => `${per_minute}/min:${burst}`;

export type ParsedLimit =
  | { readonly ok: true; readonly operation: Operation; readonly limit: Limit }
  | { readonly ok: false; readonly fault: string };

const fault = (sentence: string): ParsedLimit => ({ ok: false, fault: sentence });

/**
 * Reads a limit from the command line, for example `search=600/min:50` (operation, calls per minute, burst). Without
 * a burst, the default burst applies. `dupe-check` and `dupe_check` name the same operation.
 */
export function parseLimit(text: string): ParsedLimit {
  const match = /^([a-z_-]+)=([0-9]{1,9})\/min(?::([0-9]{1,9}))?$/.exec(text.trim());
  if (!match) return fault('A limit looks like search=600/min or search=600/min:50');
  const operation = OPERATIONS.find((name) => name === match[1]?.replace('-', '_'));
  if (!operation) return fault(`A limit's operation is one of ${OPERATIONS.join(', ')}`);
  const limit: Limit = {
    per_minute: Number(match[2]),
    burst: match[3] === undefined ? DEFAULT_LIMITS[operation].burst : Number(match[3]),
  };
  const inRange = (value: number): boolean => value >= 1 && value <= MAX_PER_MINUTE;
  if (!inRange(limit.per_minute) || !inRange(limit.burst))
    return fault(`A limit's numbers are between 1 and ${MAX_PER_MINUTE.toLocaleString('en-US')}`);
  return { ok: true, operation, limit };
}

/** Whole seconds until `resetTime`, at least 1. This is the value of Retry-After and `retry_after_seconds`. */
export const secondsUntil = (resetTime: Date, now: Date): number =>
  Math.max(1, Math.ceil((resetTime.getTime() - now.getTime()) / 1000));
