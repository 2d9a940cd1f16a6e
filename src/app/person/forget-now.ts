import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { ConsentStore } from '../ports/consent-store.js';
import type { PersonStore } from '../ports/person-store.js';

interface ForgetPorts {
  readonly persons: Pick<PersonStore, 'forgetLead'>;
  readonly consents: Pick<ConsentStore, 'removeOf'>;
  readonly clock: () => Date;
}

/**
 * Removes the person of a lead, and before it the evidence, if an erasure wants that: so a killed step is repeated. False:
 * the lead changed since it was read, or still has unpublished news or a pending fallback. Throws on an outage.
 */
export async function forgetNow(
  { persons, consents, clock }: ForgetPorts,
  lead: Pick<LeadRecord, 'id' | 'submission' | 'state' | 'forget'>,
): Promise<boolean> {
  const forgotten = { at: clock(), why: 'erasure' } as const;
  if (lead.forget?.no_evidence !== true) return persons.forgetLead(lead, forgotten);
  await consents.removeOf([lead.id]);
  return persons.forgetLead(lead, { ...forgotten, no_evidence: true });
}
