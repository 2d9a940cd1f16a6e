import type { Check } from './check.js';

/** A test lead passes every check and is held before any buyer receives it; it consumed nothing. */
export const testLead: Check = {
  name: 'test_lead',
  stages: ['submit'],
  refuse({ is_test }) {
    return is_test ? { check: 'test_lead', code: 'TEST_LEAD_HELD', why: 'test_lead' } : undefined;
  },
};
