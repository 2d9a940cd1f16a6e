/** Letters and digits, which make a word. */
const WORD = /[\p{L}\p{N}]+/gu;
/** All whose case may differ. */
const CASED = /[A-Z]|[^\0-\x7f]/gu;

/** Longer texts are searched one by one: a lead of 64 KiB has few. */
const SHORT = 40;

/** Puts `sign` in place of each known text in `text`. */
export type HideTexts = (text: string, sign: string) => string;

/**
 * Hides known texts in others, whatever their case, each between signs or blanks: of those that begin at one place the
 * longest. Short ones are looked up, because a name may have ten thousand words: a pattern of so many overflows the
 * stack. No text of `known` may be empty.
 */
export function textHider(known: readonly string[]): HideTexts {
  const all = [...new Set(known.map(fold))];
  const short = new Set(all.filter(({ length }) => length <= SHORT));
  const long = all.filter(({ length }) => length > SHORT);
  const lengths = [...new Set([...short].map(({ length }) => length))].sort((a, b) => b - a);
  return (text, sign) => {
    const folded = fold(text);
    const isInWord = new Uint8Array(folded.length + 1);
    for (const { 0: word, index } of folded.matchAll(WORD)) isInWord.fill(1, index, index + word.length);
    const isApart = (at: number, end: number): boolean => isInWord[at - 1] !== 1 && isInWord[end] === 0;
    const ends = new Map<number, number>();
    for (let at = 0; at < folded.length; at += 1) {
      const length = lengths.find((n) => isApart(at, at + n) && short.has(folded.slice(at, at + n)));
      if (length !== undefined) ends.set(at, at + length);
    }
    for (const one of long)
      for (let at = folded.indexOf(one); at >= 0; at = folded.indexOf(one, at + 1)) {
        const end = at + one.length;
        if (isApart(at, end) && end > (ends.get(at) ?? 0)) ends.set(at, end);
      }
    return replaced(text, ends, sign);
  };
}

function replaced(text: string, ends: ReadonlyMap<number, number>, sign: string): string {
  let left = '';
  let from = 0;
  for (const [at, end] of [...ends].sort(([a], [b]) => a - b)) {
    if (at < from) continue;
    left += text.slice(from, at) + sign;
    from = end;
  }
  return left + text.slice(from);
}

/** The same text in one case. Each sign keeps its length, so that places stay: `ß` is not `SS` here. */
const fold = (text: string): string => text.replace(CASED, foldSign);

function foldSign(sign: string): string {
  // The Turkish i without a dot is another letter than i.
  if (sign === 'ı') return sign;
  const upper = sign.toUpperCase();
  const lower = (upper.length === sign.length ? upper : sign).toLowerCase();
  return lower.length === sign.length ? lower : sign;
}
