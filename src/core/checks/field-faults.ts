import type { FieldFault, Refusal } from '../refusal.js';
import type { Subject } from './check.js';
import { consentFaults } from './consent.js';
import { programFaults } from './program.js';
import { answerFaultsOf } from './questions.js';
import { requiredFieldFaults } from './required-fields.js';

/** In the order of the checks. */
const FIELD_CHECKS = [consentFaults, programFaults, answerFaultsOf, requiredFieldFaults];

/**
 * A refusal for one field, with every other field that the client would have to correct too. Any other refusal stays
 * as it is.
 */
export function withOtherFaults(refusal: Refusal, subject: Subject): Refusal {
  const isOfField = refusal.code === 'INVALID_FIELD' || refusal.code === 'REQUIRED_FIELD_MISSING';
  if (!isOfField) return refusal;
  const others: FieldFault[] = [];
  const told = new Set([refusal.field]);
  for (const fault of FIELD_CHECKS.flatMap((faultsOf) => faultsOf(subject))) {
    if (!told.has(fault.field)) others.push(fault);
    told.add(fault.field);
  }
  return others.length === 0 ? refusal : { ...refusal, others };
}
