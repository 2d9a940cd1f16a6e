import { holdsControl } from './unseen.js';

/** Characters that nothing shows wherever they stand, beside the control and format characters: fillers, selectors, private ones. */
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\p{Co}]/u;
const SHAPE = /^[^\s@<>()[\],;:\\"]+@[^\s@.<>()[\],;:\\"]+(\.[^\s@.<>()[\],;:\\"]+)+$/;

const hasShape = (text: string): boolean => text.length <= 254 && SHAPE.test(text);

/**
 * The form in which two spellings of an address meet: full-width, ligature and other compatibility forms folded (NFKC),
 * lower case, trimmed. undefined: it is none.
 */
export function foldEmail(text: string): string | undefined {
  const email = text.normalize('NFKC').trim().toLowerCase().normalize('NFKC');
  return hasShape(email) && !holdsControl(email) && !IGNORABLE.test(email) ? email : undefined;
}

/** The form of the former build, which folded nothing: stored keys and published hashes are made of it. */
export function formerEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  return hasShape(email) ? email : undefined;
}

/**
 * Whether the text is an e-mail address: one `@`, a dot in the domain, any top-level domain
 * (docs/contract/leads.md#lead-fields). Blanks, the characters that only address lists and display names need, and
 * those that nobody sees are refused (an address with a soft hyphen in it is no other person); 254 characters at
 * most, folded, too.
 */
export const isEmail = (text: string): boolean => hasShape(text) && foldEmail(text) !== undefined;
