/** Regular expressions, without anchors, for the forms of lead fields and addresses, also in JSON Schemas. */

/** Quotation marks, dashes, bullets and brackets of other letters: what stands around an address, and in none. */
const AROUND = '\\xab\\xb4\\xbb\\u2010-\\u205e\\u275b-\\u275e\\u3008-\\u3011\\u3014-\\u301f';
/** The first character of an address: no sign but `_`, because a sheet's `=`, an apostrophe or a bullet is none of it. */
const NAME_BEGIN = `[^\\s!-/:-@[-^\`{-~${AROUND}]`;
/** A typographic apostrophe is one of the name, as in O’Neill. */
const NAME = `(?:\\u2019|[^\\s@<>()[\\],;:\\\\"${AROUND}])*`;
const SIGNS_BUT_HYPHEN = `\\s!-,./:-@[-^\`{-~${AROUND}`;
const LABEL = `[^${SIGNS_BUT_HYPHEN}]`;

export const EMAIL_PATTERN = `${NAME_BEGIN}${NAME}@${LABEL}+([.]${LABEL}+)*[.]${LABEL}*[^${SIGNS_BUT_HYPHEN}\\-]`;

const DIGIT = '[0-9\\uff10-\\uff19]';
/** What may stand anywhere in a phone number: blanks, parentheses and hyphens, also full-width and typographic ones. */
const SIGNS = '\\s()\\uff08\\uff09\\-\\u2010-\\u2015\\uff0d';
const BETWEEN = `[${SIGNS}]*`;
const DOT = `[.\\uff0e]${BETWEEN}`;
const APART = `(?:[${SIGNS}]+(?:${DOT})?|${DOT})`;
/** Around a number stand blanks and its parentheses. A hyphen there is a minus, or joins something that is missing. */
const [OPENED, CLOSED] = ['[\\s(\\uff08]*', '[\\s)\\uff09]*'];
const COUNTRY = `(?:[+\\uff0b]${BETWEEN})?[1\\uff11]`;
const NO_ZERO = '[1-9\\uff11-\\uff19]';

/**
 * A US phone number as people write it: ten digits, or eleven that begin with 1, which may have a + before it. A dot stands only
 * between its groups, because one alone may be a decimal point. No area code behind a 1 begins with 0: 10000000000 is a rounded
 * number.
 */
export const LOOSE_PHONE_PATTERN = [
  `${OPENED}(?:${COUNTRY}${BETWEEN}${NO_ZERO}|${DIGIT})${BETWEEN}(?:${DIGIT}${BETWEEN}){8}${DIGIT}${CLOSED}`,
  `${OPENED}(?:${COUNTRY}(?:${APART})?${NO_ZERO}|${DIGIT})${DIGIT}{2}${APART}${DIGIT}{3}${APART}${DIGIT}{4}${CLOSED}`,
].join('|');

/** The five digits of a ZIP code, which may have four more. */
export const LOOSE_ZIP_PATTERN = `${DIGIT}{5}(?:[\\s\\-\\u2010-\\u2015\\uff0d]?${DIGIT}{4})?`;

const DAYS = {
  '(0[13578]|1[02])': '(0[1-9]|[12][0-9]|3[01])',
  '(0[469]|11)': '(0[1-9]|[12][0-9]|30)',
  '02': '(0[1-9]|1[0-9]|2[0-8])',
};
const monthAndDay = (between: string): string =>
  Object.entries(DAYS)
    .map(([months, days]) => `${months}${between}${days}`)
    .join('|');
const MONTH_AND_DAY = monthAndDay('-');
const LEAP = '(0[48]|[2468][048]|[13579][26])';

const dateOfBirth = (between: string): string =>
  `(19|20)[0-9]{2}${between}(${monthAndDay(between)})|((19|20)${LEAP}|2000)${between}02${between}29`;

/** A date of birth: one that exists, from 1900 until 2099. */
export const DATE_PATTERN = dateOfBirth('-');

/** The time behind a date that is meant as a date. Of any other moment, the date differs from place to place. */
export const MIDNIGHT = '[T ]00:00(?::00(?:[.,]0+)?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?';

/** The same as `loosen` reads it: other signs or none between the parts, and midnight behind them. */
export const LOOSE_DATE_PATTERN = `(${dateOfBirth('[/.-]?')})(${MIDNIGHT})?`;

const ANY_LEAP_YEAR = `([0-9]{2}${LEAP}|([02468][048]|[13579][26])00)`;

/** A date of any year that exists. */
export const ANY_DATE_PATTERN = `[0-9]{4}-(${MONTH_AND_DAY})|${ANY_LEAP_YEAR}-02-29`;

/** The same, written MM/DD/YYYY. */
export const SLASHED_DATE_PATTERN = `(${monthAndDay('/')})/[0-9]{4}|02/29/${ANY_LEAP_YEAR}`;

const BYTE = '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const IPV4 = `${BYTE}([.]${BYTE}){3}`;
const GROUP = '[0-9A-Fa-f]{1,4}';
const SHORTENED = [1, 2, 3, 4, 5, 6].map((before) => `(${GROUP}:){1,${before}}(:${GROUP}){1,${7 - before}}`);

/**
 * The form of an IPv4 or IPv6 address, for the API's description. It matches everything that `isPublicAddress` accepts,
 * and little else. A pattern cannot check whether an address is public.
 */
export const ADDRESS_PATTERN = [
  IPV4,
  `(${GROUP}:){7}${GROUP}`,
  ...SHORTENED,
  `(${GROUP}:){1,7}:`,
  `:(:${GROUP}){1,7}`,
  `[0-9A-Fa-f:]{1,30}:${IPV4}`,
].join('|');
