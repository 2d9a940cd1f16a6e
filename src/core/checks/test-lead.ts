import type { Check } from './check.js';

/**
 * A test lead runs through every check. It is then held before any buyer receives it, and uses up no caps or slots.
 */
export const testLead: Check = {
  name: 'test_lead',
  stages: ['submit'],
  refuse({ is_test }) {
    return is_test ? { check: 'test_lead', code: 'TEST_LEAD_HELD', why: 'test_lead' } : undefined;
  },
};
