import type { Check } from './check.js';

/** A person is sold at most once within the offer's duplicate scope and window. */
export const duplicate: Check = {
  name: 'duplicate',
  stages: ['search', 'submit'],
  refuse({ offer }, { owners: [owner] }) {
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
