import { checkAnswers } from '../questions/questions.js';
import { offerFormFields } from '../questions/questions.js';
import type { Check } from './check.js';

/**
 * Every required question has an answer of the right type, including the questions that the chosen program requires.
 */
export const questions: Check = {
  name: 'questions',
  stages: ['submit'],
  refuse({ offer, terms, program, answers }) {
    const fields = terms?.form_fields ?? (offer ? offerFormFields(offer) : []);
    const fault = checkAnswers(fields, answers, program);
    if (!fault) return undefined;
    const why = fault.code === 'REQUIRED_FIELD_MISSING' ? 'answer_missing' : 'answer_invalid';
    return { check: 'questions', code: fault.code, why, field: fault.field };
  },
};
