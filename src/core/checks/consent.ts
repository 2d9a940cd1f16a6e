import type { FieldFault } from '../refusal.js';
import { isWebAddress, namesSeveral } from '../lead/consent-evidence.js';
import { refusalOf, type Check, type Subject } from './check.js';

/**
 * Checks the consumer's decision. Form A must send it; on form B a missing decision counts as "no". Evidence of a
 * wrong type is refused on every offer, because such evidence could not be shown later on request. So are several certificates
 * in one text, which as one address lead nowhere, and a certificate without an address where a service is asked at it.
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
  const others = malformed.map((field) => invalid('consent_malformed', field));
  // Before the reference of another certificate, which is the last of the fields.
  const at = malformed.includes(LAST) ? -1 : others.length;
  const ofCertificate = faultOfCertificate(subject);
  if (ofCertificate !== undefined) others.splice(at, 0, invalid(ofCertificate, 'consent_cert_url'));
  return fault ? [{ ...fault, field: 'tcpa_consent' }, ...others] : others;
}

/** Any other text is kept as it is, unless a service is to be asked at it. */
function faultOfCertificate({ certificate, campaign, offer }: Subject): string | undefined {
  if (typeof certificate !== 'string' || certificate === '') return undefined;
  if (namesSeveral(certificate)) return 'several_certificates';
  const steps = [...(campaign?.verify ?? []), ...(offer?.verify ?? [])];
  const isAsked = steps.some(({ address = '' }) => /\bcert_url\b/.test(address));
  return isAsked && !isWebAddress(certificate) ? 'no_certificate' : undefined;
}

const LAST = 'universal_lead_ref';
const invalid = (why: string, field: string): FieldFault => ({ code: 'INVALID_FIELD', why, field });

function faultOfDecision({ offer, terms, consent: given }: Subject) {
  const required = terms?.consent_required ?? offer?.consent_required ?? true;
  if (!required || given === true) return undefined;
  return given === null && terms
    ? ({ code: 'REQUIRED_FIELD_MISSING', why: 'missing' } as const)
    : ({ code: 'INVALID_FIELD', why: 'not_given' } as const);
}
