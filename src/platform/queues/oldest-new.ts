/** What is looked at of a job that waits. */
export interface WaitingJob {
  readonly attemptsStarted: number;
  /** When it was first added. A job that came back from a delay still has it. */
  readonly timestamp: number;
  /** When a worker had it last. */
  readonly processedOn?: number | undefined;
}

/** Jobs from one place to another, the oldest first. One may be removed between listing and reading it. */
type PageOf = (from: number, to: number) => Promise<readonly (WaitingJob | undefined)[]>;

/**
 * So many of the oldest waiting jobs are looked at, then pages of the next ones, until a new job is found. Behind a burst of
 * jobs that came back, that takes a while; so it ends when there is no time, or at this bound.
 */
const [FIRST_PAGE, PAGE, LOOKED_AT] = [20, 500, 5_000];

/** Undefined: no new job waits. */
export type FindOldestNew = (
  page: PageOf,
  waiting: number,
  hasTime: () => boolean,
) => Promise<Date | undefined>;

/**
 * Finds when the oldest job of a queue was added that no worker has started yet. If a look ends before it is found, it was
 * added after a worker had the last job that was looked at, which came back since; and not before what the last look found
 * that came to its end, or not before that look, if it found none. The later of the two is told. Jobs of workers that died
 * are put at the front, so behind these it may be a little late.
 */
export function createFindOldestNew(clock: () => number = Date.now): FindOldestNew {
  /** No job that is new now is older. */
  let bound: number | undefined;
  return async (page, waiting, hasTime) => {
    const at = clock();
    const look = await lookFor(page, waiting, hasTime);
    if (look.isWhole) {
      bound = look.oldest ?? at;
      return look.oldest === undefined ? undefined : new Date(look.oldest);
    }
    const known = [look.passed, bound].filter((one) => one !== undefined);
    return known.length === 0 ? undefined : new Date(Math.max(...known));
  };
}

type Look =
  | { readonly isWhole: true; readonly oldest?: number }
  /** `passed`: when a worker had the last job that was looked at. */
  | { readonly isWhole: false; readonly passed: number | undefined };

async function lookFor(page: PageOf, waiting: number, hasTime: () => boolean): Promise<Look> {
  let last: WaitingJob | undefined;
  let from = 0;
  for (let size = FIRST_PAGE; from < Math.min(waiting, LOOKED_AT); from += size, size = PAGE) {
    if (from > 0 && !hasTime()) break;
    const jobs = await page(from, from + size - 1);
    const found = jobs.find((job) => job?.attemptsStarted === 0);
    if (found) return { isWhole: true, oldest: found.timestamp };
    last = jobs.findLast((job) => job !== undefined) ?? last;
  }
  if (from >= waiting) return { isWhole: true };
  return { isWhole: false, passed: last?.processedOn ?? last?.timestamp };
}
