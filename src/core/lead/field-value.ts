import { isEmail } from './email.js';
import { STATES, type FieldFormat } from './fields.js';
import { hasLoneSurrogate } from './invisible-characters.js';

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
  if (hasLoneSurrogate(text)) return false;
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
