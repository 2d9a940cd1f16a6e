import type { LeadRecord, Attempt } from '../../core/lead/lead-record.js';
import type { BuyerHistory } from '../ports/buyer-history.js';

/**
 * Adds the buyer to those attempts of the current submission that do not store it. These are attempts of the former
 * build. The buyer comes from the history of the catalogue, if the offer had exactly one buyer at the time. Otherwise
 * the buyer stays unknown. Reads nothing for other attempts.
 */
export async function rememberBuyers(lead: LeadRecord, history: BuyerHistory): Promise<LeadRecord> {
  const attempts = await Promise.all(
    lead.attempts.map(async (attempt): Promise<Attempt> => {
      if (attempt.sent_to || attempt.round !== lead.round) return attempt;
      const [buyer_id, another] = await history.buyersAt(lead.offer_id, attempt.at);
      return buyer_id === undefined || another !== undefined
        ? attempt
        : { ...attempt, sent_to: { buyer_id } };
    }),
  );
  return { ...lead, attempts };
}
