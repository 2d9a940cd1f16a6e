// The console's page uses this file too, to say what will be stored. So it imports nothing.

/** Codes of money that is near. Any sign of money counts besides. */
const CURRENCIES = 'USD|CAD|MXN|EUR|GBP|CHF|AUD|NZD|JPY|CNY|INR|SEK|NOK|DKK|PLN|BRL|SGD|HKD|ZAR';

const TAKEN_OUT: readonly RegExp[] = [
  /<[a-z/!?][^>]*>?/giu, // markup, even if not closed; "GPA < 2.5" is not markup
  /\bBearer\s+[\w.~+/=-]{12,}/giu, // tokens
  /[^\s@]*@(?:[^\s@]*[^\s@.,;:!?])?/gu, // e-mail addresses, even if cut off, but not the end of the sentence
  new RegExp(`(?:(?:\\b(?:${CURRENCIES})|US\\$|\\p{Sc})\\s*)+\\d(?:[\\d.,]*\\d)?[km]?,?`, 'giu'), // money with the sign before
  new RegExp(`\\d[\\d.,]*\\s*(?:(?:${CURRENCIES}|cents?)\\b|dollars?|euros?|bucks|\\p{Sc})`, 'giu'), // money with the sign after
  /\d+(?:,\d{3})+(?:\.\d+)?/gu, // thousands
  /\d+[.,]\d{2}(?!\d)/gu, // a decimal number with two places may be a price
  /\(\+?\d(?:[\s().\p{Pd}/]{0,3}\d){6,}\)?|\+?\d(?:[\s().\p{Pd}/]{0,3}\d){6,}/gu, // grouped telephone numbers and dates
  /\d{4,}/gu,
];
export const READ_AT_MOST = 2000;
const LENGTH = 200;
const OPERATORS_LENGTH = 500;

/** Far more than any text written by a person needs. */
const MAX_PASSES = 20;

/**
 * Cleans a buyer's reason for an affiliate (docs/contract.md#reasons-from-buyers). Removed are: markup, control and
 * format characters, e-mail addresses, amounts of money, and runs of four or more digits, also when grouped like
 * telephone numbers. The text is cut to 200 characters, loses its final dot and starts with a capital. Undefined when
 * no word is left.
 */
export function cleanBuyerReason(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  return finished(takeOut(plainOf(text)), LENGTH)?.replace(/[\s.,;:\-–]+$/u, '');
}

/**
 * Cleans what an operator wrote. It loses the same as a buyer's reason, but keeps the dates of business and the ends of
 * its sentences, and is cut to 500 characters. Undefined when no word is left.
 */
export function cleanOperatorWords(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const dates: string[] = [];
  // Characters of private use stand for the dates meanwhile: the text has none of its own any more.
  const held = plainOf(text).replace(DATES, (date) => {
    dates.push(date);
    return String.fromCharCode(FIRST_HELD + dates.length - 1);
  });
  const kept = takeOut(held)?.replace(
    /[\uE000-\uF8FF]/g,
    (mark) => dates[mark.charCodeAt(0) - FIRST_HELD] ?? '',
  );
  return finished(kept, OPERATORS_LENGTH)?.replace(/[\s,;:\-–]+$/u, '');
}

const FIRST_HELD = 0xe000;

const MONTH_NAME = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\\.?';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const MONTH = '(?:0?[1-9]|1[0-2])';
/** From 2015 on: an earlier date may be somebody's date of birth. */
const YEAR = '20(?:1[5-9]|[2-9]\\d)';

/** `2026-11-22`, `11/22/2026`, `22.11.2026`, the year of `Nov 22, 2026`, `22 Nov 2026` and `November 2026`, and `case 2026-117`. */
const DATES = new RegExp(
  `(?<![\\d$€£¥][-/.,]?)(?:${[
    `${YEAR}-${MONTH}-${DAY}`,
    `${YEAR}-${MONTH}`,
    `${MONTH}/${DAY}/${YEAR}`,
    `${DAY}\\.${MONTH}\\.${YEAR}`,
    `(?<=\\bcase\\s)${YEAR}-\\d{1,6}`,
    `(?<=\\b${MONTH_NAME}(?:\\s${DAY}(?:st|nd|rd|th)?)?,?\\s)${YEAR}`,
  ].join('|')})(?![-/.,]?\\d)`,
  'giu',
);

const plainOf = (text: string): string =>
  text
    .slice(0, READ_AT_MOST)
    .normalize('NFKC')
    .replace(/[\p{C}\s]+/gu, ' ');

/** Begun with a capital, and cut. Undefined if there is no word. */
function finished(text = '', length: number): string | undefined {
  const kept = text.replace(/^[\s.,;:\-–]+/u, '');
  const begun = kept.charAt(0).toUpperCase() + kept.slice(1);
  const cut = Array.from(begun).slice(0, length).join('');
  return /\p{L}/u.test(cut) ? cut : undefined;
}

/**
 * Repeats until nothing is left to remove. As in "$(12.50) 12", removed text may have stood between a sign and a
 * number. Undefined for a text that was built to take long.
 */
function takeOut(text: string): string | undefined {
  let rest = text;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const kept = TAKEN_OUT.reduce((left, pattern) => left.replace(pattern, ' '), rest)
      .replace(/\(\s*\)|\[\s*\]|"\s*"/g, ' ')
      .replace(/\s+(?=[.,;:!?)\]])/g, '')
      .replace(/\s+/g, ' ')
      .trim();
    if (kept === rest) return kept;
    rest = kept;
  }
  return undefined;
}
