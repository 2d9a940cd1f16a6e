import { slotRefusal } from '../exclusivity/slots.js';
import type { Check } from './check.js';

/** What was sold from the same search may be in the way: an exclusive sale, or the campaign's number of submissions. */
export const exclusivity: Check = {
  name: 'exclusivity',
  stages: ['search', 'submit'],
  refuse({ offer, campaign }, { slots }) {
    if (!offer || !campaign) return undefined;
    const why = slotRefusal(offer.offer_type, slots, campaign.max_accepted_submissions);
    if (!why) return undefined;
    return { check: 'exclusivity', code: why === 'limit' ? 'CAP_REACHED' : 'OFFER_UNAVAILABLE', why };
  },
};
