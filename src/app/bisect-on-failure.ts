import { eachSeparately, isOutageForAll, MAX_OUTAGES, type Failures } from './each-separately.js';

/** More failures than these, while nothing works, are no fault of the records. */
const MAX_BLAMED = 25;

/** As many records that failed before are tried again in one call. */
const MAX_TRIED_AGAIN = 10;

/** What to do with all items in one step, which may be repeated. */
interface Together<T> {
  /** As in `eachSeparately`. */
  readonly what: string;
  readonly act: (items: readonly T[]) => Promise<unknown>;
  /** Items to keep out of the common step, besides those with which it failed before. */
  readonly isApart?: (item: T) => boolean;
}

/**
 * Processes all items in one step. If that fails, it is done in halves, and so on, until those that fail are alone. They
 * delay no other, and the next call keeps them out of the step and tries a few of them again. Returns the items that
 * worked. Throws if nothing works: on an outage, or an error that all items meet.
 */
export async function bisectOnFailure<T extends { readonly id: string }>(
  failures: Failures,
  items: readonly T[],
  { what, act, isApart = () => false }: Together<T>,
): Promise<T[]> {
  const each = { what, idOf: ({ id }: T) => id, act: (item: T) => act([item]) };
  const apart = new Set(items.filter((item) => isApart(item) || failures.fails(item.id, what)));
  const faults: { readonly item: T; readonly error: unknown }[] = [];

  async function inSteps(some: readonly T[]): Promise<T[]> {
    try {
      await act(some);
      return [...some];
    } catch (error) {
      if (isOutageForAll(error) && some.length < MAX_OUTAGES) throw error;
      // One record may look like an outage, and a real one shows at once.
      if (isOutageForAll(error)) return eachSeparately(failures, some, each);
      const [item] = some;
      if (some.length === 1 && item !== undefined) {
        faults.push({ item, error });
        return [];
      }
      const half = some.length >> 1;
      return [...(await inSteps(some.slice(0, half))), ...(await inSteps(some.slice(half)))];
    }
  }

  const most = items.filter((item) => !apart.has(item));
  const done = most.length > 0 ? await inSteps(most) : [];
  if (done.length === 0 && faults.length > MAX_BLAMED) throw faults[0]?.error;
  for (const { item, error } of faults) failures.failed(item.id, error, what);
  return [...done, ...(await eachSeparately(failures, someOf([...apart]), each))];
}

/** Others each time, so that each is tried again. */
function someOf<T>(items: readonly T[]): T[] {
  const from = Math.floor(Math.random() * items.length);
  return [...items.slice(from), ...items.slice(0, from)].slice(0, MAX_TRIED_AGAIN);
}
