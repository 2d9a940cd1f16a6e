/**
 * Words that Leadkeep no longer uses, and what to write instead. The names are the field's (docs/words.md);
 * the phrases are ones that readers had to read twice. Stored names stay as they are (`debts`, `holders`).
 */

/** In comments, in *.md and in the texts of the command line. Each matches whole words, in any case. */
const IN_PROSE = [
  ['debts?|indebted', 'pending effect'],
  ['(?<!destination[ -])gates?', 'destination gate'],
  ['tally|tallies|tallied', 'usage count'],
  ['fold(?:s|ed|ing)? (?:the )?(?:counts?|(?:closed )?days?)', 'roll up'],
  ['spans?', 'time range'],
  ['holders?', 'claim owner'],
  ['restamp(?:s|ed|ing)?', 'renew'],
  ['judg(?:e|es|ed|ing)', 'evaluate'],
  ['obey(?:s|ed|ing)?', 'compensate'],
  ['insist(?:s|ed|ing)?', 'retry'],
  ['trials?', 'test post'],
  ['countdowns?', 'stall-tolerant timeout'],
  ['seen[ -]twice', 'bloom filter'],
  ['blows?', 'fault'],
  ["in everybody['’]s hands", 'anyone could read it'],
  ['(?:it )?is yours to', 'do it yourself'],
  ['words? stands?', 'its decision is kept'],
  ['nobody heard', 'the response was lost'],
  ['(?:take|takes|taken|taking|took) up', 'process'],
  ['of a person only', 'only … that'],
  ['is none', 'is not one, does not count'],
  ['whoever', 'anyone who, the process that'],
  ['says so', 'say what it says'],
  ['(?:go|goes|going|went) past', 'bypass'],
  ['without a word', 'silently'],
  ['in vain', 'without success'],
  ['mend(?:s|ed|ing)?', 'fix'],
  ['(?:normal|organ|recogn|serial|initial|summar)is(?:e|es|ed|ing|ation)', '-ize, -ization'],
  ['(?:behavi|col|fav|hon)our\\w*', '-or'],
];

/** In identifiers: a word of a camelCase or snake_case name. */
const IN_NAMES = [
  ['debts?|indebted', 'pendingEffect, applyEffects'],
  ['tally|tallies', 'usageCount'],
  ['holders?', 'claimOwner'],
  ['restamp', 'renew'],
  ['judge[ds]?|judging', 'evaluate'],
  ['obey', 'compensate'],
  ['insist', 'retryOnOutage'],
  ['trials?', 'testPost'],
  ['countdown', 'stallTolerantTimeout'],
  ['blow', 'fault'],
];

/** Whole identifiers. */
const NAMES = [
  ['(?:MOST|LONGEST)_\\w+', 'MAX_…'],
  ['asTaken', 'leaseCondition'],
  ['hearCallback', 'applyCallback'],
  ['standingOf', 'claimStatus'],
  ['leadWork', 'delivery'],
  ['sortKeys', 'splitBodyKeys'],
  ['seenTwice', 'bloomFilter'],
];

/** Identifiers that are stored so, or are words of the command line. */
const ALLOWED_NAMES = new Set(['debts', 'holders']);

const PROSE = IN_PROSE.map(([old, use]) => [
  new RegExp(`(?<![\\w-])(?:${old.replaceAll(' ', '\\s+')})(?![\\w-])`, 'giu'),
  use,
]);
const whole = ([old, use]) => [new RegExp(`^(?:${old})$`, 'u'), use];
const PARTS = IN_NAMES.map(whole);
const WHOLE = NAMES.map(whole);

/** Quoted code, paths and addresses: what stands there is a name, not prose. Lengths and lines stay. */
const NOT_PROSE =
  /```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)|https?:\S+|[\w.-]*\/[\w./#-]+|[\w-]+\.(?:ts|mjs|md|json)\b/g;

/** What to replace in a text: each old word with its place (offset in the text) and what to write instead. */
export function wordsIn(text) {
  const prose = text
    .replace(NOT_PROSE, (code) => code.replace(/[^\n]/g, ' '))
    .replace(/\n\s*\*(?= )/g, (line) => line.replace('*', ' '));
  return PROSE.flatMap(([pattern, use]) =>
    [...prose.matchAll(pattern)].map(({ 0: old, index }) => ({ old, use, index })),
  );
}

/** The same for an identifier; undefined: it is all right. */
export function oldName(name) {
  if (ALLOWED_NAMES.has(name)) return undefined;
  const words = name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase());
  const found =
    WHOLE.find(([pattern]) => pattern.test(name)) ??
    PARTS.find(([pattern]) => words.some((word) => pattern.test(word)));
  return found && { old: name, use: found[1] };
}
