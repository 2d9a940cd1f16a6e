import { LOOSE_PHONE_PATTERN, LOOSE_ZIP_PATTERN } from './field-patterns.js';

const PHONE = new RegExp(`^(?:${LOOSE_PHONE_PATTERN})$`, 'u');
const ZIP = new RegExp(`^\\s*(?:${LOOSE_ZIP_PATTERN})\\s*$`, 'u');

/** Full-width digits as plain ones. NFKC would make digits of superscripts too, but both patterns take none. */
const digitsOf = (text: string): string => text.normalize('NFKC').replace(/\D/g, '');

/**
 * The ten digits of a US phone number as people write it (docs/contract/duplicates-and-caps.md#normalized-forms): the one
 * reading of every door that takes loose numbers. Undefined: another country's number, an extension, two numbers, a
 * decimal point or anything else that would be a guess, because the digits of a guess are somebody else's number.
 */
export const readPhone = (text: string): string | undefined =>
  PHONE.test(text) ? digitsOf(text).slice(-10) : undefined;

/** The five digits of a ZIP code or a ZIP+4. Undefined for anything else, such as `2134.0`. */
export const readZip = (text: string): string | undefined =>
  ZIP.test(text) ? digitsOf(text).slice(0, 5) : undefined;
