import type { LeadRecord, Attempt } from '../../core/lead/lead-record.js';

/** Whose leads an offer's were: for attempts of a former build, which don't say whom they went to. */
export interface BuyerHistory {
  /** Ids of the buyers that the offer may have had at that moment; empty: the history does not tell. */
  buyersAt(offerId: string, at: Date): Promise<readonly string[]>;
}

/**
 * The lead with the buyers of its round's attempts. Those of the former build don't say whom they went to: the
 * catalogue's history does, where the offer had one buyer at the time; else nobody knows. Asks nothing for others.
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
