/** By how much the clock of a process differs from that of a server, at least. */
export interface ClockDifference {
  /** Positive: the process is ahead. */
  readonly ms: number;
  readonly of: 'Redis' | 'MongoDB';
}

/** Over this, somebody must set the clock. */
export const CLOCK_WARN_MS = 2_000;

/** Over this, a process takes no work: the times that it would store, and those that it would wait for, mislead the others. */
export const CLOCK_STOP_MS = 30_000;

/**
 * The least difference that explains what was seen: the server's time was read between two looks at the own clock. So an
 * answer that took long shows no difference that is not there. All three in milliseconds of the epoch.
 */
export const leastDifference = (before: number, server: number, after: number): number =>
  server < before ? before - server : server > after ? after - server : 0;

/** The one of them that is worst. Undefined: there is none. */
export const worstOf = <Difference extends ClockDifference>(
  differences: readonly Difference[],
): Difference | undefined => [...differences].sort((a, b) => Math.abs(b.ms) - Math.abs(a.ms))[0];

/** `off`: somebody must set it. `wrong`: its process takes no work. */
export function clockState(ms: number): 'right' | 'off' | 'wrong' {
  const size = Math.abs(ms);
  if (size > CLOCK_STOP_MS) return 'wrong';
  return size > CLOCK_WARN_MS ? 'off' : 'right';
}

/** `600 s ahead of that of Redis`, `2.4 s behind that of MongoDB`. */
export const clockWords = ({ ms, of }: ClockDifference): string =>
  `${Math.round(Math.abs(ms) / 100) / 10} s ${ms > 0 ? 'ahead of' : 'behind'} that of ${of}`;
