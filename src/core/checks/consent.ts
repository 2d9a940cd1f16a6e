import type { FieldFault } from '../refusal.js';
import { refusalOf, type Check, type Subject } from './check.js';

/**
 * Checks the consumer's decision. Form A must send it; on form B a missing decision counts as "no". Evidence of a
 * wrong type is refused on every offer, because such evidence could not be shown later on request.
 */
export const consent: Check = {
  name: 'consent',
  stages: ['submit'],
  refuse: (subject) => refusalOf('consent', consentFaults(subject)),
};

/** All members of the consent that are at fault, the decision first. */
export function consentFaults(subject: Subject): FieldFault[] {
  const malformed = subject.consent_malformed ?? [];
  const fault = malformed.includes('tcpa_consent') ? undefined : faultOfDecision(subject);
  const others = malformed.map((field): FieldFault => ({
    code: 'INVALID_FIELD',
    why: 'consent_malformed',
    field,
  }));
  return fault ? [{ ...fault, field: 'tcpa_consent' }, ...others] : others;
}

function faultOfDecision({ offer, terms, consent: given }: Subject) {
  const required = terms?.consent_required ?? offer?.consent_required ?? true;
  if (!required || given === true) return undefined;
  return given === null && terms
    ? ({ code: 'REQUIRED_FIELD_MISSING', why: 'missing' } as const)
    : ({ code: 'INVALID_FIELD', why: 'not_given' } as const);
}
