import type { Check } from './check.js';

/** One person is sold at most once in the offer's scope and window. */
export const duplicate: Check = {
  name: 'duplicate',
  stages: ['search', 'submit'],
  refuse({ offer }, { holders: [owner] }) {
    if (!offer || !owner) return undefined;
    return {
      check: 'duplicate',
      code: 'DUPLICATE',
      why: 'held',
      detail: { scope: offer.duplicates.scope, window_days: offer.duplicates.window_days },
      held_by: { lead_id: owner.lead, affiliate_id: owner.affiliate },
    };
  },
};
