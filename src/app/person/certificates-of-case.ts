import type { Catalogue } from '../../core/catalogue/types.js';
import type { Names } from '../../core/catalogue/names-of.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { isToBeErased, LATER_MS, wasEndedByErasure, type Erasure } from '../../core/person/erasure.js';
import { suppressionKeysOf } from '../../core/suppression/suppression.js';
import { ActRefused } from '../act-refused.js';
import type { ErasureStore } from '../ports/erasure-store.js';
import type { LeadStore } from '../ports/lead-store.js';
import { certificateOf, type Certificate } from './certificate.js';
import type { Erased } from './erase-person.js';
import { describeRecords, type FindPersonPorts } from './find-person.js';

type CaseCertificatePorts = Omit<FindPersonPorts, 'leads' | 'erasures'> & {
  readonly leads: FindPersonPorts['leads'] & Pick<LeadStore, 'readMany'>;
  readonly erasures: FindPersonPorts['erasures'] & Pick<ErasureStore, 'ofCase'>;
};

/**
 * The certificates of all erasures of a case, from what the skeletons say now. Buyers that were told since are still
 * named, and a lead that was decided since has lost its person. Throws an ActRefused if there was none.
 */
export async function certificatesOfCase(
  ports: CaseCertificatePorts,
  of: string,
  about: { readonly names: Names; readonly catalogue: Pick<Catalogue, 'buyers'> },
): Promise<Certificate[]> {
  const erasures = await ports.erasures.ofCase(of);
  if (erasures.length === 0) throw new ActRefused('unknown', 'No erasure of this case is stored', 'case');
  const certificates: Certificate[] = [];
  for (const erasure of erasures) {
    const leads = await ports.leads.readMany(erasure.lead_ids);
    const keys = new Set([
      ...leads.flatMap(({ identities }) => identities.map(({ key }) => key)),
      ...erasure.keys,
    ]);
    const listedAs = [...new Set(leads.flatMap(suppressionKeysOf))];
    const found = await describeRecords(ports, erasure, [...keys], listedAs);
    certificates.push(certificateOf(erasure, erasedSoFar(erasure, leads), found, about));
  }
  return certificates;
}

/** What an erasure has done until now. */
function erasedSoFar(erasure: Erasure, leads: readonly LeadRecord[]): Erased {
  const ids = (of: (lead: LeadRecord) => boolean): string[] => leads.filter(of).map(({ id }) => id);
  const isLater = (lead: LeadRecord): boolean => !lead.forgotten && isToBeErased(lead);
  return {
    ended: ids((lead) => lead.forgotten !== undefined && wasEndedByErasure(lead)),
    forgotten: ids((lead) => lead.forgotten !== undefined && !wasEndedByErasure(lead)),
    later: ids(isLater),
    busy: ids((lead) => !lead.forgotten && !isLater(lead)),
    later_at: new Date(erasure.at.getTime() + LATER_MS),
    searches: erasure.search_ids.length,
    evidence: erasure.no_evidence ? 'removed' : 'kept',
  };
}
