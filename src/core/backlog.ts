/** The number of records, and the time of the oldest one. */
export interface Backlog {
  readonly count: number;
  /** The time of the oldest record; null if no record exists. */
  readonly oldest: Date | null;
}

export const NO_BACKLOG: Backlog = { count: 0, oldest: null };

/** Several backlogs as one. */
export const togetherOf = (parts: Iterable<Backlog>): Backlog =>
  [...parts].reduce(
    (all, { count, oldest }) => ({
      count: all.count + count,
      oldest: all.oldest && (!oldest || all.oldest < oldest) ? all.oldest : oldest,
    }),
    NO_BACKLOG,
  );
