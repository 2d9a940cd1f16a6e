import { failingRule } from './eligibility-rules.js';
import type { Check } from './check.js';

/** The offer's rules, then the chosen program's. */
export const eligibility: Check = {
  name: 'eligibility',
  stages: ['search', 'submit'],
  refuse({ offer, program, lead, now, geo }) {
    if (!offer) return undefined;
    const context = { now, time_zone: offer.buyer.time_zone, geo };
    const ofProgram = offer.programs.find(({ value }) => value === program)?.eligibility ?? [];
    const failing = failingRule(offer.eligibility, lead, context) ?? failingRule(ofProgram, lead, context);
    return failing && { check: 'eligibility', code: 'NOT_ELIGIBLE', why: failing.field };
  },
};
