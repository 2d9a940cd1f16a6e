/** How many of the characters that both texts have stand before and after what differs. */
const AROUND = 40;

/** Characters that nobody sees or that look like a blank; and the signs themselves, so that none is mistaken for one. */
const UNSEEN = /[␣⏎⟨\u2028\u2029\u2800\p{C}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;
/** Where one letter is written in two ways, which look the same. */
const UNSEEN_OR_LETTER = /[^ -~]/gu;
/** Blanks that a screen does not show, or not how many they are. */
const BLANKS = / {2,}|^ +| +$/gm;

const asSign = (mark: string): string =>
  mark === '\n' ? '⏎\n' : `⟨U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

/** Signs for what is not seen. Different texts stay different: a sign stands for one character alone. */
const visibly = (text: string, unseen: RegExp): string =>
  text.replace(unseen, asSign).replace(BLANKS, (blanks) => '␣'.repeat(blanks.length));

const exactly = (value: unknown): string =>
  value === null || value === undefined ? 'not set' : JSON.stringify(value);
const simply = (value: unknown): string => (typeof value === 'string' ? value : exactly(value));

/**
 * Two values that differ, as two texts that differ and can be read safely. What both begin and end with is left out,
 * except next to the difference. All that differs is there, however long it is.
 */
export function differing(before: unknown, after: unknown): readonly [before: string, after: string] {
  const textOf = simply(before) === simply(after) ? exactly : simply;
  // By whole characters: half of one is shown like any other half.
  const [was, becomes] = [Array.from(textOf(before)), Array.from(textOf(after))];
  const shorter = Math.min(was.length, becomes.length);
  let start = 0;
  while (start < shorter && was[start] === becomes[start]) start += 1;
  let end = 0;
  while (end < shorter - start && was.at(-1 - end) === becomes.at(-1 - end)) end += 1;
  const [from, left] = [Math.max(0, start - AROUND), Math.max(0, end - AROUND)];
  const unseen = textOf(before).normalize() === textOf(after).normalize() ? UNSEEN_OR_LETTER : UNSEEN;
  const shown = (all: readonly string[]): string => {
    const text = visibly(all.slice(from, all.length - left).join(''), unseen);
    return `${from > 0 ? '…' : ''}${text}${left > 0 ? '…' : ''}`;
  };
  return [shown(was), shown(becomes)];
}
