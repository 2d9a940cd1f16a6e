import type { FieldFault } from '../refusal.js';
import { refusalOf, type Check, type Subject } from './check.js';

/** A chosen program must be one of those shown (form A) or one of the offer's (form B). */
export const program: Check = {
  name: 'program',
  stages: ['submit'],
  refuse: (subject) => refusalOf('program', programFaults(subject)),
};

export function programFaults({ offer, terms, program: chosen }: Subject): FieldFault[] {
  const known = terms?.programs ?? offer?.programs ?? [];
  if (chosen === undefined || known.some(({ value }) => value === chosen)) return [];
  return [{ code: 'INVALID_FIELD', why: 'unknown_program', field: 'program_id' }];
}

/** The program of a submit: the one that was sent, or the only one to choose from. It is stored with the lead. */
export function chosenProgram(
  sent: string | undefined,
  programs: readonly { readonly value: string }[],
): string | undefined {
  return sent ?? (programs.length === 1 ? programs[0]?.value : undefined);
}
