/** What is looked at of a job that waits. */
export interface WaitingJob {
  readonly attemptsStarted: number;
  /** When it was first added. A job that came back from a delay still has it. */
  readonly timestamp: number;
  /** When a worker had it last. */
  readonly processedOn?: number | undefined;
}

/**
 * So many of the oldest waiting jobs are looked at, then pages of the next ones, until a new job is found. Behind a burst of
 * jobs that came back, that takes a while; so it ends when there is no time, or at this bound.
 */
const [FIRST_PAGE, PAGE, LOOKED_AT] = [20, 500, 5_000];

/**
 * When the oldest job that no worker has started yet was added. If the look ends before it is found: when a worker had the
 * last job that was looked at, which came back after that, and before the jobs behind it were added. So the wait is never
 * told too short. Undefined: no new job waits. `page`: jobs from one place to another, the oldest first; one may be
 * removed between listing and reading it.
 */
export async function oldestNew(
  page: (from: number, to: number) => Promise<readonly (WaitingJob | undefined)[]>,
  waiting: number,
  hasTime: () => boolean,
): Promise<Date | undefined> {
  let last: WaitingJob | undefined;
  let from = 0;
  for (let size = FIRST_PAGE; from < Math.min(waiting, LOOKED_AT); from += size, size = PAGE) {
    if (from > 0 && !hasTime()) break;
    const jobs = await page(from, from + size - 1);
    const found = jobs.find((job) => job?.attemptsStarted === 0);
    if (found) return new Date(found.timestamp);
    last = jobs.findLast((job) => job !== undefined) ?? last;
  }
  return from < waiting && last ? new Date(last.processedOn ?? last.timestamp) : undefined;
}
