import { NO_FACTS } from '../../core/checks/check.js';
import { suppressed } from '../../core/checks/suppressed.js';
import type { Refusal } from '../../core/refusal.js';
import { suppressionKeysOf, suppressionsFor } from '../../core/suppression/suppression.js';
import type { WorkPorts } from '../ports/work-ports.js';
import type { Candidate } from './candidate.js';

/** For how long a look counts: an entry is in force 5 s after it was stored (docs/guarantees.md names the exception). */
const LOOK_COUNTS_MS = 4_000;

/** The refusal of a person who is on the suppression list at this moment. Throws if that can't be known. */
export async function suppressionRefusal(
  { suppressions }: Pick<WorkPorts, 'suppressions'>,
  { lead, subject, campaign_offer: { offer } }: Candidate,
): Promise<Refusal | undefined> {
  const parties = { affiliate_id: lead.affiliate_id, buyer_ids: [offer.buyer.id] };
  const found = await suppressions.find(suppressionKeysOf(lead), parties);
  return suppressed.refuse(subject, { ...NO_FACTS, suppressions: suppressionsFor(lead, found) });
}

/** The same of a person who was looked for when the evaluation began, unless that was a moment ago. */
export const suppressedSince = async (
  ports: Pick<WorkPorts, 'suppressions' | 'clock'>,
  candidate: Candidate,
): Promise<Refusal | undefined> =>
  Math.abs(ports.clock().getTime() - candidate.subject.now.getTime()) < LOOK_COUNTS_MS
    ? undefined
    : suppressionRefusal(ports, candidate);
