import { foldEmail } from './field-value.js';
import { isCalendarDate } from './field-value.js';

/** What a part of an identity is; two parts of one kind are written the same way. */
export type PartKind = 'email' | 'phone' | 'name' | 'street' | 'zip' | 'dob';

/** Letters with no Unicode decomposition, as US forms write them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
};

/**
 * Names and streets: NFKD, lower case, combining marks removed, the letters above spelled out, then everything
 * that is no letter, digit or white space removed (not replaced: `O'Brien` is `obrien`, `Anne-Marie` is
 * `annemarie`), runs of white space one space. Letters of other scripts stay.
 */
const plainText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœþøłđðħŧı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{Nd}\s]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');

/** Full-width digits are digits. NFKC would make digits of superscripts and fractions, too. */
const plainDigits = (text: string): string =>
  text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));
const digitsOf = (text: string): string => plainDigits(text).replace(/\D/g, '');
const only = (text: string, usable: boolean): string | undefined => (usable ? text : undefined);

function calendarDay(text: string): string | undefined {
  const american = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  const iso = american ? `${american[3] ?? ''}-${american[1] ?? ''}-${american[2] ?? ''}` : text;
  return only(iso, isCalendarDate(iso));
}

/**
 * The normalized form of one part of an identity (docs/contract/duplicates-and-caps.md#normalized-forms),
 * published with test vectors because clients hash it. undefined: the text cannot be normalized and is of no use
 * for finding a duplicate.
 */
export function normalize(kind: PartKind, text: string): string | undefined {
  switch (kind) {
    case 'email':
      return foldEmail(text);
    case 'phone': {
      const digits = digitsOf(text);
      return only(digits.slice(-10), digits.length >= 10);
    }
    case 'name':
    case 'street': {
      const plain = plainText(text);
      return only(plain, plain !== '');
    }
    case 'zip': {
      const digits = digitsOf(text);
      return only(digits.slice(0, 5), digits.length >= 5);
    }
    case 'dob':
      return calendarDay(plainDigits(text).trim());
  }
}
