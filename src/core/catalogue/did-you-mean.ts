import leven from 'leven';

/** The most similar known word, or undefined if none is at most so many letters away. Case does not count. */
export function nearestOf(word: string, known: readonly string[], farthest = 3): string | undefined {
  const most = Math.min(farthest, Math.floor(word.length / 2));
  const lower = word.toLowerCase();
  const [best] = known
    .filter((each) => Math.abs(each.length - word.length) <= most)
    .map((each) => ({ each, distance: leven(lower, each.toLowerCase(), { maxDistance: most + 1 }) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance);
  return best?.each;
}

/** ` (did you mean "active"?)` with the most similar known word; an empty string if no known word is similar. */
export function didYouMean(word: string, known: readonly string[]): string {
  const best = nearestOf(word, known);
  return best === undefined ? '' : ` (did you mean "${best}"?)`;
}
