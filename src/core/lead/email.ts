import { toASCII, toUnicode } from 'tr46';
import { EMAIL_PATTERN } from './field-patterns.js';
import { hasControlCharacter } from './invisible-characters.js';

/**
 * Characters that are invisible everywhere, besides control and format characters: fillers, selectors, private-use
 * ones.
 */
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\p{Co}]/u;
const SHAPE = new RegExp(`^${EMAIL_PATTERN}$`);
const hasShape = (text: string): boolean => text.length <= 254 && SHAPE.test(text);

/** What is before the domain, with the `@`, and the domain. */
const partsOf = (email: string): [name: string, domain: string] => {
  const at = email.lastIndexOf('@') + 1;
  return [email.slice(0, at), email.slice(at)];
};

/**
 * The normalized form of an e-mail address: full-width, ligature and other compatibility forms folded (NFKC), lower
 * case, trimmed, and the domain in ASCII. Two spellings of one address have the same form. Undefined: not an address.
 */
export function foldEmail(text: string): string | undefined {
  const plain = text.normalize('NFKC').trim();
  const email = plain.toLowerCase().normalize('NFKC');
  if (!hasShape(email) || hasControlCharacter(email) || IGNORABLE.test(email)) return undefined;
  const folded = partsOf(email)[0] + asciiDomain(partsOf(plain)[1]);
  return SHAPE.test(folded) ? folded : undefined;
}

/** The spellings that others may have hashed: the normalized form, then that with the domain in its own letters. */
export function emailSpellings(text: string): readonly string[] {
  const email = foldEmail(text);
  if (email === undefined) return [];
  const [name, domain] = partsOf(email);
  return domainSpellings(domain).map((spelling) => name + spelling);
}

/**
 * Whether the text is an e-mail address: one `@`, a dot in the domain, any top-level domain
 * (docs/contract/leads.md#lead-fields). At most 254 characters, also when folded. Blanks are refused, and so are
 * characters that only address lists and display names need. Invisible characters are refused as well: an address
 * with a soft hyphen does not belong to another person.
 */
export const isEmail = (text: string): boolean => hasShape(text) && foldEmail(text) !== undefined;

/** Names in other letters than ASCII are registered and sent as `xn--…` (UTS 46); all other domains are what they are. */
const IS_INTERNATIONAL = /[^ -~]|(?:^|\.)xn--/i;

/**
 * A domain in ASCII and lower case (UTS 46). Where that has no form for it, the lower-case text. Not Node's own
 * `domainToASCII`, which reads `1.2` as an IP address and refuses names that exist.
 */
export function asciiDomain(domain: string): string {
  const lower = domain.toLowerCase().normalize('NFKC');
  if (!IS_INTERNATIONAL.test(domain)) return lower;
  // The second: JavaScript may know a newer capital than the table.
  return toASCII(domain) ?? toASCII(lower) ?? lower;
}

/** The spellings of a domain: in ASCII, then in its own letters, if it has others. */
export function domainSpellings(domain: string): readonly string[] {
  const ascii = asciiDomain(domain);
  const { domain: own, error } = IS_INTERNATIONAL.test(ascii)
    ? toUnicode(ascii)
    : { domain: ascii, error: false };
  return error || own === ascii ? [ascii] : [ascii, own];
}
