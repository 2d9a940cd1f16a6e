import type { Check } from './check.js';

/** The consumer's decision comes with every submit; form A must say it, on form B a missing one counts as "no". */
export const consent: Check = {
  name: 'consent',
  stages: ['submit'],
  refuse({ offer, terms, consent: given }) {
    const required = terms?.consent_required ?? offer?.consent_required ?? true;
    if (!required || given === true) return undefined;
    const refusal = { check: 'consent', field: 'tcpa_consent' } as const;
    return given === null && terms
      ? { ...refusal, code: 'REQUIRED_FIELD_MISSING', why: 'missing' }
      : { ...refusal, code: 'INVALID_FIELD', why: 'not_given' };
  },
};
