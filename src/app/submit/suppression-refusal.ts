import { NO_FACTS } from '../../core/checks/check.js';
import { suppressed } from '../../core/checks/suppressed.js';
import type { Refusal } from '../../core/refusal.js';
import { suppressionKeysOf, suppressionsFor } from '../../core/suppression/suppression.js';
import type { WorkPorts } from '../ports/work-ports.js';
import type { Candidate } from './candidate.js';

/** The refusal of a person who is on the suppression list at this moment. Throws if that can't be known. */
export async function suppressionRefusal(
  { suppressions }: Pick<WorkPorts, 'suppressions'>,
  { lead, subject, campaign_offer: { offer } }: Candidate,
): Promise<Refusal | undefined> {
  const parties = { affiliate_id: lead.affiliate_id, buyer_ids: [offer.buyer.id] };
  const found = await suppressions.find(suppressionKeysOf(lead), parties);
  return suppressed.refuse(subject, { ...NO_FACTS, suppressions: suppressionsFor(lead, found) });
}
