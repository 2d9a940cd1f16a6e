/** ` (did you mean "active"?)` with the most similar known word; an empty string if no known word is similar. */
export function didYouMean(word: string, known: readonly string[]): string {
  const most = Math.min(3, Math.floor(word.length / 2));
  const [best] = known
    .map((each) => ({ each, distance: distance(word.toLowerCase(), each.toLowerCase()) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance);
  return best === undefined ? '' : ` (did you mean "${best.each}"?)`;
}

/** The Levenshtein distance: how many letters must be inserted, removed or replaced. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
