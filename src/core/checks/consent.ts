import type { Check, Subject } from './check.js';

/**
 * Checks the consumer's decision. Form A must send it; on form B a missing decision counts as "no". Evidence of a
 * wrong type is refused on every offer, because such evidence could not be shown later on request.
 */
export const consent: Check = {
  name: 'consent',
  stages: ['submit'],
  refuse(subject) {
    const [malformed] = subject.consent_malformed ?? [];
    const fault = malformed === 'tcpa_consent' ? undefined : faultOfDecision(subject);
    if (fault) return { check: 'consent', ...fault, field: 'tcpa_consent' };
    if (malformed === undefined) return undefined;
    return { check: 'consent', code: 'INVALID_FIELD', why: 'consent_malformed', field: malformed };
  },
};

function faultOfDecision({ offer, terms, consent: given }: Subject) {
  const required = terms?.consent_required ?? offer?.consent_required ?? true;
  if (!required || given === true) return undefined;
  return given === null && terms
    ? ({ code: 'REQUIRED_FIELD_MISSING', why: 'missing' } as const)
    : ({ code: 'INVALID_FIELD', why: 'not_given' } as const);
}
