import { active } from './active.js';
import { caps } from './caps.js';
import { NO_FACTS, type Check, type Facts, type Stage, type Subject } from './check.js';
import { consent } from './consent.js';
import { duplicate } from './duplicate.js';
import { eligibility } from './eligibility.js';
import { exclusivity } from './exclusivity.js';
import { program } from './program.js';
import { questions } from './questions.js';
import { requiredFields } from './required-fields.js';
import { testLead } from './test-lead.js';
import type { Refusal } from '../refusal.js';

/** The order of the decision. Search runs it to see what to offer, submit runs the same list again. */
export const CHECKS: readonly Check[] = [
  active,
  consent,
  program,
  questions,
  requiredFields,
  eligibility,
  exclusivity,
  duplicate,
  caps,
  testLead,
];

/** The first refusal when all facts are at hand. */
export function firstRefusal(subject: Subject, stage: Stage, facts: Facts): Refusal | undefined {
  for (const check of CHECKS) {
    const refusal = check.stages.includes(stage) ? check.refuse(subject, facts) : undefined;
    if (refusal) return refusal;
  }
  return undefined;
}

/** Reads or takes one shared record; `wait`: nobody can say yet, judge again later. */
export type Gather = { readonly [Need in keyof Facts]: () => Promise<Facts[Need] | 'wait'> };

export type Evaluation =
  | { readonly outcome: 'passed' }
  | { readonly outcome: 'wait' }
  | { readonly outcome: 'refused'; readonly refusal: Refusal };

/** Runs the submit's checks, each shared record taken right before the check that needs it and not earlier. */
export async function evaluateSubmit(subject: Subject, gather: Gather): Promise<Evaluation> {
  let facts = NO_FACTS;
  for (const check of CHECKS) {
    if (!check.stages.includes('submit')) continue;
    if (check.needs) {
      const fact = await gather[check.needs]();
      if (fact === 'wait') return { outcome: 'wait' };
      facts = { ...facts, [check.needs]: fact };
    }
    const refusal = check.refuse(subject, facts);
    if (refusal) return { outcome: 'refused', refusal };
  }
  return { outcome: 'passed' };
}
