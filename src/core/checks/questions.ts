import { answerFaults, offerFormFields } from '../questions/questions.js';
import type { FieldFault } from '../refusal.js';
import { refusalOf, type Check, type Subject } from './check.js';

/**
 * Every required question has an answer of the right type, including the questions that the chosen program requires.
 */
export const questions: Check = {
  name: 'questions',
  stages: ['submit'],
  refuse: (subject) => refusalOf('questions', answerFaultsOf(subject)),
};

/** All answers that are missing or invalid, in the order of the form. */
export function answerFaultsOf({ offer, terms, program, answers }: Subject): FieldFault[] {
  const fields = terms?.form_fields ?? (offer ? offerFormFields(offer) : []);
  return answerFaults(fields, answers, program).map(({ code, field, type }) => {
    const missing = code === 'REQUIRED_FIELD_MISSING';
    return { code, why: missing ? 'answer_missing' : 'answer_invalid', field, type };
  });
}
