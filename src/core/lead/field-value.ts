import { EMAIL_PATTERN } from './field-patterns.js';
import { STATES, type FieldFormat } from './fields.js';
import { holdsControl } from './unseen.js';

const STATE_CODES = new Set(STATES);
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** Whether the text is an existing date, written YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  const longest = month === 2 && isLeapYear(year) ? 29 : (DAYS_IN_MONTH[month - 1] ?? 0);
  return day >= 1 && day <= longest;
}

/**
 * Whether a trimmed text is valid for a lead field of this format (docs/contract/leads.md#lead-fields), exact in case
 * and punctuation. `today` (YYYY-MM-DD) is the latest valid date of birth. Without `today`, future dates pass,
 * because this module has no clock.
 */
export function checkFieldValue(format: FieldFormat, text: string, today?: string): boolean {
  switch (format.kind) {
    case 'text':
      return text.trim() !== '';
    case 'email':
      return isEmail(text);
    case 'phone':
      return /^\d{10}$/.test(text);
    case 'date_of_birth':
      return isCalendarDate(text) && text >= '1900-01-01' && (today === undefined || text <= today);
    case 'age':
      return /^\d{1,3}$/.test(text);
    case 'state':
      return STATE_CODES.has(text);
    case 'zip':
      return /^\d{5}$/.test(text);
    case 'year':
      return /^\d{4}$/.test(text);
    case 'select':
      return format.values.includes(text);
  }
}

/**
 * Characters that are invisible everywhere, besides control and format characters: fillers, selectors, private-use
 * ones.
 */
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\p{Co}]/u;
const SHAPE = new RegExp(`^${EMAIL_PATTERN}$`);
const hasShape = (text: string): boolean => text.length <= 254 && SHAPE.test(text);

/**
 * The normalized form of an e-mail address: full-width, ligature and other compatibility forms folded (NFKC), lower
 * case, trimmed. Two spellings of one address have the same form. Undefined: not an address.
 */
export function foldEmail(text: string): string | undefined {
  const email = text.normalize('NFKC').trim().toLowerCase().normalize('NFKC');
  return hasShape(email) && !holdsControl(email) && !IGNORABLE.test(email) ? email : undefined;
}

/** The form that an earlier build used, without folding. Stored keys and published hashes were made from it. */
export function formerEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  return hasShape(email) ? email : undefined;
}

/**
 * Whether the text is an e-mail address: one `@`, a dot in the domain, any top-level domain
 * (docs/contract/leads.md#lead-fields). At most 254 characters, also when folded. Blanks are refused, and so are
 * characters that only address lists and display names need. Invisible characters are refused as well: an address
 * with a soft hyphen does not belong to another person.
 */
export const isEmail = (text: string): boolean => hasShape(text) && foldEmail(text) !== undefined;
