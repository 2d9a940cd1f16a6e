/** Numbers as people read them: `7`, or `3 to 5` for those that follow each other. They are in order, each once. */
export function rangesOf(numbers: readonly number[]): string[] {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const newest = ranges.at(-1);
    if (newest?.[1] === number - 1) newest[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first} to ${last}`));
}
