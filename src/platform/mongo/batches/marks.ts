import { randomBytes } from 'node:crypto';

/**
 * A batch of updates tells how many of them matched, not which. So each update of a batch leaves a mark in its record,
 * which can be looked for. A record keeps its newest marks, in the order of the writes.
 */
export const MARKS_KEPT = 16;

/** Makes marks that no other process makes: `a3f2k9-1`, `a3f2k9-2`, … */
export function createMarks(): () => string {
  const own = randomBytes(5).toString('base64url');
  let made = 0;
  return () => {
    made += 1;
    return `${own}-${made.toString(36)}`;
  };
}

/** The update, which also leaves the mark. */
export function withMark(update: object, mark: string): object {
  if (Array.isArray(update))
    return [
      ...(update as object[]),
      {
        $set: { marks: { $slice: [{ $concatArrays: [{ $ifNull: ['$marks', []] }, [mark]] }, -MARKS_KEPT] } },
      },
    ];
  const { $push = {}, ...rest } = update as { readonly $push?: object };
  return { ...rest, $push: { ...$push, marks: { $each: [mark], $slice: -MARKS_KEPT } } };
}

const numberOf = (mark: string, own: string): number =>
  mark.startsWith(own) ? Number.parseInt(mark.slice(own.length), 36) : Number.NaN;

/**
 * Whether the update with this mark matched its record, which now has these marks (undefined: there is no such record).
 * Without the mark it did not match, if no later write can have pushed the mark out: the record has fewer marks than it
 * keeps, or an older one of the same process. Else nobody knows.
 */
export function matched(mark: string, marks: readonly string[] | undefined): boolean | 'unknown' {
  if (marks === undefined) return false;
  if (marks.includes(mark)) return true;
  if (marks.length < MARKS_KEPT) return false;
  const own = mark.slice(0, mark.lastIndexOf('-') + 1);
  const number = numberOf(mark, own);
  return marks.some((other) => numberOf(other, own) < number) ? false : 'unknown';
}
