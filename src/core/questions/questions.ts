import type { Question, QuestionType, Offer } from '../catalogue/types.js';
import { isCalendarDate } from '../lead/field-value.js';
import { leadFieldByLeaf } from '../lead/fields.js';
import { linearPattern } from '../patterns/linear-pattern.js';
import type { FormField } from '../search/search-record.js';

/** The value of an answer as it is delivered. */
export type AnswerValue = string | number | boolean;

export interface AnswerFault {
  readonly code: 'REQUIRED_FIELD_MISSING' | 'INVALID_FIELD';
  readonly field: string;
  readonly type: QuestionType;
}

/** Patterns are only tested on answers of at most this many characters. A longer answer never matches. */
const PATTERN_SEES = 1000;

/** JavaScript, and with it every JSON that is read and sent here, keeps the digits of whole numbers below this. */
const MAX_NUMBER = 2 ** 53;

/** Whether the pattern matches a part of the text. */
export const isFoundIn = (pattern: string, text: string): boolean =>
  text.length <= PATTERN_SEES && linearPattern(pattern).test(text);

/** Excludes form fields that ask for lead fields: those are checked with the lead, not here. */
const questionsOf = (fields: readonly FormField[]): readonly FormField[] =>
  fields.filter((field) => leadFieldByLeaf(field.name) === undefined);

function sentAnswer(answers: Readonly<Record<string, unknown>>, name: string): unknown {
  const sent = Object.hasOwn(answers, name) ? answers[name] : undefined;
  const text = typeof sent === 'string' ? sent.trim() : sent;
  return text === '' || text === null ? undefined : text;
}

function typedAnswer({ type, options }: FormField, sent: unknown): AnswerValue | undefined {
  switch (type) {
    case 'text':
      return typeof sent === 'string' ? sent : undefined;
    case 'date':
      return typeof sent === 'string' && isCalendarDate(sent) ? sent : undefined;
    case 'select':
      return options?.find(({ value }) => value === sent)?.value;
    case 'number': {
      const number = typeof sent === 'string' && /^-?\d+(\.\d+)?$/.test(sent) ? Number(sent) : sent;
      // A larger one has other digits by now than the consumer gave, and so has a fraction that became a whole number.
      const isRounded = Number.isInteger(number) && typeof sent === 'string' && /\.\d*[1-9]/.test(sent);
      return typeof number === 'number' && !isRounded && Math.abs(number) < MAX_NUMBER ? number : undefined;
    }
    case 'checkbox':
      return sent === true || sent === 'true' ? true : sent === false || sent === 'false' ? false : undefined;
  }
}

function fits(field: FormField, answer: AnswerValue): boolean {
  if (field.pattern === undefined || typeof answer !== 'string') return true;
  return isFoundIn(field.pattern, answer);
}

const isRequired = (field: FormField, program: string | undefined): boolean =>
  field.required || (program !== undefined && (field.required_when?.program_ids.includes(program) ?? false));

/**
 * The faults of all questions, in the order of the form, whose answers are missing or invalid
 * (docs/contract/submit.md#consent-program-and-answers). `null` and blank text count as not sent. A required checkbox
 * that was sent as false is invalid.
 */
export const answerFaults = (
  form_fields: readonly FormField[],
  answers: Readonly<Record<string, unknown>>,
  program: string | undefined,
): AnswerFault[] =>
  questionsOf(form_fields).flatMap((field) => {
    const code = faultCodeOf(field, answers, program);
    return code ? [{ code, field: field.name, type: field.type }] : [];
  });

function faultCodeOf(
  field: FormField,
  answers: Readonly<Record<string, unknown>>,
  program: string | undefined,
): AnswerFault['code'] | undefined {
  const required = isRequired(field, program);
  const sent = sentAnswer(answers, field.name);
  if (sent === undefined) return required ? 'REQUIRED_FIELD_MISSING' : undefined;
  const answer = typedAnswer(field, sent);
  const unticked = required && field.type === 'checkbox' && answer === false;
  return answer === undefined || unticked || !fits(field, answer) ? 'INVALID_FIELD' : undefined;
}

/** Only the valid answers to the form's questions, as they are delivered: trimmed, numbers and booleans as such. */
export function cleanAnswers(
  form_fields: readonly FormField[],
  answers: Readonly<Record<string, unknown>>,
): Record<string, AnswerValue> {
  return Object.fromEntries(
    questionsOf(form_fields).flatMap((field) => {
      const answer = typedAnswer(field, sentAnswer(answers, field.name));
      return answer === undefined ? [] : [[field.name, answer] as const];
    }),
  );
}

/** A question in the form that a search result shows. */
export const formFieldOf = (question: Question): FormField => ({
  ...question,
  label: question.label ?? null,
});

/** The form fields for a direct post to the offer. */
export const offerFormFields = (offer: Offer): FormField[] => offer.questions.map(formFieldOf);
