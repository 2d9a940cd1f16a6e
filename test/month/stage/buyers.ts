import type { Destinations } from '../../../src/app/ports/destinations.js';
import type { DeliveryResult } from '../../../src/core/delivery/delivery-result.js';
import type { PlannedLead } from '../story/planned-lead.js';

/** The buyers of the story: each does with a lead what the lead's fate says. */
export const buyersOf = (leadOf: (id: string) => PlannedLead | undefined): Destinations => ({
  deliver: (_offer, { lead_id = '' }) => Promise.resolve(answerOf(leadOf(lead_id))),
  followUp: () => Promise.reject(new Error('no offer of the story is followed up')),
  readCallback: () => Promise.resolve({ detail: 'read by the story itself' }),
  askPartner: () => Promise.reject(new Error('the story has no partner')),
});

function answerOf(lead: PlannedLead | undefined): DeliveryResult {
  if (!lead) return { kind: 'never_sent', detail: 'no lead of the story' };
  const { fate, said, n, reason } = lead;
  const answered = (outcome: 'accepted' | 'rejected' | 'duplicate' | 'pending'): DeliveryResult => ({
    kind: 'answered',
    status: 200,
    answer: {
      ...{ outcome, reference: `R-${n}` },
      ...(outcome === 'rejected' && reason !== undefined ? { reason } : {}),
      ...(outcome === 'accepted' && said !== undefined ? { price_cents: said } : {}),
    },
  });
  switch (fate.is) {
    case 'accepted':
    case 'duplicate':
      return answered(fate.is);
    case 'later':
      return answered('pending');
    case 'lost':
      return { kind: 'unknown', detail: 'a time-out' };
    default:
      return answered('rejected');
  }
}
