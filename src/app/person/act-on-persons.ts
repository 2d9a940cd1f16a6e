import type { Catalogue } from '../../core/catalogue/types.js';
import type { Names } from '../../core/catalogue/names-of.js';
import { ActRefused } from '../act-refused.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import type { ProvePorts } from '../consent/prove-consent.js';
import type { ErasureJournal } from '../ports/erasure-store.js';
import { certificateOf, type Certificate } from './certificate.js';
import { beginErasure } from './begin-erasure.js';
import { runErasure, type Erased, type ErasePorts } from './erase-person.js';
import {
  findPersonRecords,
  foundLeads,
  readPerson,
  type ExportedPerson,
  type FindPersonPorts,
  type FoundPerson,
} from './find-person.js';
import type { SoughtPerson } from './sought-person.js';

/** Shows what is stored of a person, without the person. */
export const findPerson = (
  ports: FindPersonPorts,
  audit: AuditPorts,
  { keys, listed_as, facts }: SoughtPerson,
): Promise<FoundPerson> =>
  audited(audit, { action: 'lead.find', facts }, () => findPersonRecords(ports, keys, listed_as));

/** Reveals all that is stored of a person. */
export const exportPerson = (
  ports: FindPersonPorts & ProvePorts,
  audit: AuditPorts,
  { case: of, keys, listed_as, facts }: SoughtPerson,
): Promise<ExportedPerson> =>
  audited(audit, { action: 'person.export', on: { kind: 'case', ids: [of] }, facts }, () =>
    readPerson(ports, keys, listed_as),
  );

export type ErasePersonPorts = FindPersonPorts &
  ErasePorts & {
    /** Undefined: ERASURE_JOURNAL is not set. */
    readonly journal: ErasureJournal | undefined;
  };

interface Erasing {
  readonly no_evidence: boolean;
  /** How many leads the person who decides has seen. Absent: nobody looked before. */
  readonly seen?: number;
  readonly names: Names;
  readonly catalogue: Pick<Catalogue, 'buyers'>;
}

/** Leads that a lead of the person fell back to meanwhile. */
const followedBy = ({ ended, forgotten, later, busy }: Erased, known: readonly string[]): string[] =>
  [...ended, ...forgotten, ...later, ...busy].filter((id) => !known.includes(id));

/** Erases a person, and gives the certificate. Throws an ActRefused if more or fewer leads are found than somebody saw. */
export const erasePerson = (
  ports: ErasePersonPorts,
  audit: AuditPorts,
  { case: of, keys, listed_as, facts }: SoughtPerson,
  { no_evidence, seen, ...about }: Erasing,
): Promise<Certificate> =>
  audited(audit, { action: 'person.erase', on: { kind: 'case', ids: [of] }, facts }, async () => {
    const found = await findPersonRecords(ports, keys, listed_as);
    if (seen !== undefined && seen !== found.leads.length)
      throw new ActRefused('conflict', 'More or fewer leads are found now than you saw: look again', 'leads');
    const { lead_ids, search_ids } = found;
    const wanted = { case: of, at: audit.clock(), lead_ids, search_ids, keys, no_evidence };
    const erasure = await beginErasure(ports, ports.journal, wanted);
    const erased = await runErasure(ports, erasure);
    const leads = [...found.leads, ...(await foundLeads(ports, followedBy(erased, lead_ids)))];
    return certificateOf(erasure, erased, { ...found, leads }, about);
  });
