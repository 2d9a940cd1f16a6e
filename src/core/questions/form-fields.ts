import type { Offer, Question } from '../catalogue/types.js';
import type { FormField } from '../search/search-record.js';

/** A question as a result shows it. */
export const formFieldOf = (question: Question): FormField => ({
  ...question,
  label: question.label ?? null,
});

/** The questions of an offer that is posted to directly. */
export const offerFormFields = (offer: Offer): FormField[] => offer.questions.map(formFieldOf);
