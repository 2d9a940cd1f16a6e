import type { Question } from '../catalogue/types.js';
import { ANY_DATE_PATTERN } from '../lead/field-patterns.js';
import { oneOfTexts, trimmed, type JsonSchema } from './schema-parts.js';

/** The forms of an answer, as a client may send it. */
export function answerForms({ type, options, pattern }: Question, required: boolean): JsonSchema[] {
  switch (type) {
    case 'text': {
      const own = pattern === undefined ? undefined : portable(pattern);
      return [{ type: 'string', pattern: own ?? '\\S' }];
    }
    case 'date':
      return [trimmed(ANY_DATE_PATTERN)];
    case 'select':
      return [oneOfTexts((options ?? []).map(({ value }) => value))];
    case 'number':
      return [{ type: 'number' }, trimmed('-?[0-9]+(\\.[0-9]+)?')];
    case 'checkbox':
      return required ? [{ const: true }, trimmed('true')] : [{ type: 'boolean' }, trimmed('true|false')];
  }
}

/**
 * A pattern of the catalogue for text that is not trimmed yet, or undefined if it can't be said in a schema. A pattern
 * for the whole text lets blanks stand around it. Another one is found in the text with blanks if it is found without,
 * as long as it says nothing of the text's ends.
 */
export function portable(pattern: string): string | undefined {
  const whole = /^\^(.*[^\\])\$$/s.exec(pattern)?.[1];
  const text = whole === undefined ? pattern : whole;
  const hasEnds = /[\^$]/.test(text.replaceAll(/\\.|\[\^/gs, ''));
  // A choice at the top level would end at one of the anchors.
  if (hasEnds || (whole !== undefined && text.includes('|'))) return undefined;
  const carried = whole === undefined ? pattern : `^\\s*(?:${whole})\\s*$`;
  return isUnicodePattern(carried) ? carried : undefined;
}

/** Validators compile patterns with the flag `u`, which is stricter. */
function isUnicodePattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
