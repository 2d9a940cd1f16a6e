import type { Check, Subject } from './check.js';

/**
 * The consumer's decision comes with every submit; form A must say it, on form B a missing one counts as "no". Evidence
 * of a wrong type is refused on every offer, because it could not be shown when it is asked for.
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
