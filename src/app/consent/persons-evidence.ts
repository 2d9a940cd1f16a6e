import type { LeadRecord } from '../../core/lead/lead-record.js';
import { hasPersonOf } from '../../core/lead/submitted-again.js';
import type { Erasure } from '../../core/person/erasure.js';
import type { PersonsEvidence } from '../ports/consent-store.js';

type PersonsSubmission = Pick<LeadRecord, 'id' | 'round' | 'identities'>;

/** The evidence of the person of a lead's newest submission, also if the person was removed: their keys stay for some time. */
export const evidenceOfPerson = ({ id, round, identities }: PersonsSubmission): PersonsEvidence => ({
  ...{ lead_id: id, round },
  keys: identities.map(({ key }) => key),
});

/**
 * The evidence of an erased person. The newest submission of a lead that was found by evidence alone may be somebody
 * else's. `lead`: as it was read before its person was removed, because it may be sent again then.
 */
export function evidenceOfErased(
  lead_id: string,
  lead: PersonsSubmission | null,
  { keys }: Pick<Erasure, 'keys'>,
): PersonsEvidence {
  if (lead === null || !hasPersonOf(lead, keys)) return { lead_id, keys };
  const own = evidenceOfPerson(lead);
  return { ...own, keys: [...keys, ...own.keys] };
}
