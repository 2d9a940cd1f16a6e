import { campaignOf } from '../../core/catalogue/campaign-of.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { nextOpening } from '../../core/catalogue/hours.js';
import { beginFirstRun, type FirstRun } from '../../core/lead/first-run.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { stepsOf } from '../../core/verification/steps.js';
import type { WorkPorts } from '../ports/work-ports.js';

/**
 * Reads a lead to evaluate it for the first time, without taking it (ADR 91). Undefined if it must be taken: it is not a
 * new lead, it is late, or it can't be sent at once.
 */
export async function readFirst(
  { leads, catalogue }: Pick<WorkPorts, 'leads' | 'catalogue'>,
  { id, submission, ...run }: FirstRun & Pick<LeadRecord, 'id' | 'submission'>,
): Promise<LeadRecord | undefined> {
  const lead = await leads.read(id);
  if (lead?.submission !== submission || !goesAtOnce(lead, catalogue.current(), run.now)) return undefined;
  return beginFirstRun(lead, run);
}

/** Whether nothing comes before its attempt but the checks: its buyer is the same and open, and no service verifies it. */
function goesAtOnce(lead: LeadRecord, catalogue: Catalogue, now: Date): boolean {
  const campaign = campaignOf(catalogue, lead);
  const offer = campaign?.offers.get(lead.offer_id)?.offer;
  if (!campaign || !offer || offer.buyer.id !== lead.buyer_id) return false;
  const opens = nextOpening(offer.buyer, now);
  return opens !== undefined && opens <= now && stepsOf(campaign, offer).length === 0;
}
