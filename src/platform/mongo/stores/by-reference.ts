import { trusted } from 'mongoose';
import type { LeadAtReference, LeadOverview } from '../../../app/ports/lead-overview.js';
import { toRecord, upTo, type Stored } from './documents.js';
import type { LeadModel } from './models.js';

/** How many leads one command reads for all references. Nearly every reference has one lead. */
const MAX_AT_ONCE = 5_000;

/** All that tells whose a lead is. Its document is many times as large. */
const WHOSE = {
  ...{ reference: 1, offer_id: 1, submission: 1, 'decision.sale.buyer_id': 1 },
  ...{ 'attempts.submission': 1, 'attempts.outcome': 1, 'attempts.sent_to.buyer_id': 1 },
};

/**
 * Implements `LeadOverview.byReference`. A buyer may give all of its leads one reference. Where one command does not
 * find the leads of all references, each reference is looked up on its own, so that none hides the others.
 */
export function byReferenceIn(leads: LeadModel): LeadOverview['byReference'] {
  const read = async (references: readonly string[], limit: number): Promise<LeadAtReference[]> => {
    const found = await leads
      .find({ reference: trusted({ $in: [...references] }) }, WHOSE, upTo(limit))
      .hint('reference')
      .lean<Stored<LeadAtReference>[]>();
    return found.map((lead) => toRecord<LeadAtReference>(lead));
  };
  return async (references, most) => {
    const wanted = [...new Set(references)];
    const all = await read(wanted, MAX_AT_ONCE);
    if (all.length < MAX_AT_ONCE) return all;
    const each: LeadAtReference[] = [];
    for (const reference of wanted) each.push(...(await read([reference], most)));
    return each;
  };
}
