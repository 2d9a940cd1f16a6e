/**
 * How many calls each caller may keep at most, so that all together have at most `most`. Who has fewer keeps all of
 * them, also if another one has any number. Infinity: nobody has too many.
 */
export function fairShare(counts: readonly number[], most: number): number {
  let left = most;
  const ascending = [...counts].sort((a, b) => a - b);
  for (const [i, count] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - i));
    if (count > share) return share;
    left -= count;
  }
  return Infinity;
}
