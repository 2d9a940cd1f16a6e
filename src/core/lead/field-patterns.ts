/** Regular expressions, without anchors, for the forms of lead fields and addresses, also in JSON Schemas. */

export const EMAIL_PATTERN =
  '[^\\s@<>()[\\],;:\\\\"]+@[^\\s@.<>()[\\],;:\\\\"]+(\\.[^\\s@.<>()[\\],;:\\\\"]+)+';

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

/** The same as `loosen` reads it: other signs or none between the parts, and a time behind them. */
export const LOOSE_DATE_PATTERN = `(${dateOfBirth('[/.-]?')})(T[0-9:.]+Z?)?`;

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
