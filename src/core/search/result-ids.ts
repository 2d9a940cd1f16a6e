const DIGITS = 4;
const suffixes: string[] = [];

/** The id of the result at this position of a run, beginning with 0. `first`: the id at position 0, `firstResultId`. */
export function resultIdAt(first: string, position: number): string {
  const suffix = (suffixes[position] ??= position.toString(16).padStart(DIGITS, '0'));
  return first.slice(0, -DIGITS) + suffix;
}

/**
 * The id of the first result that a run finds. The others differ from it in their last digits, so a list of 1,000 is told
 * by one. A UUID keeps 106 random bits. A run has less than 65,536 results, because a catalogue has less offers.
 */
export const firstResultId = (newId: () => string): string => resultIdAt(newId(), 0);
