import type { Catalogue } from '../../core/catalogue/types.js';
import type { Names } from '../../core/catalogue/names-of.js';
import { compact } from '../../core/catalogue/compact.js';
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

/** How many leads somebody saw. */
export interface Seen {
  readonly leads: number;
  /** Absent: a former client, which does not show them. */
  readonly earlier_leads?: number;
}

interface Erasing {
  readonly no_evidence: boolean;
  /** What the person who decides has seen. Absent: nobody looked before. */
  readonly seen?: Seen;
  readonly names: Names;
  readonly catalogue: Pick<Catalogue, 'buyers'>;
}

/** Leads that a lead of the person fell back to meanwhile. */
const followedBy = ({ ended, forgotten, later, busy }: Erased, known: readonly string[]): string[] =>
  [...ended, ...forgotten, ...later, ...busy].filter((id) => !known.includes(id));

/** What somebody who confirms an erasure has seen the number of. */
const SEEN = ['leads', 'earlier_leads'] as const;

const differs = (seen: number | undefined, found: readonly unknown[]): boolean =>
  seen !== undefined && found.length !== seen;

/** Erases a person, and gives the certificate. Throws an ActRefused if more or fewer leads are found than somebody saw. */
export const erasePerson = (
  ports: ErasePersonPorts,
  audit: AuditPorts,
  { case: of, keys, kinds, listed_as, facts }: SoughtPerson,
  { no_evidence, seen, ...about }: Erasing,
): Promise<Certificate> =>
  audited(audit, { action: 'person.erase', on: { kind: 'case', ids: [of] }, facts }, async () => {
    const found = await findPersonRecords(ports, keys, listed_as);
    const changed = seen && SEEN.find((list) => differs(seen[list], found[list]));
    if (changed)
      throw new ActRefused('conflict', 'More or fewer leads are found now than you saw: look again', changed);
    const { lead_ids, search_ids, earlier } = found;
    const records = { lead_ids, search_ids, ...compact({ earlier }) };
    const wanted = { case: of, at: audit.clock(), ...records, keys, kinds, no_evidence };
    const erasure = await beginErasure(ports, ports.journal, wanted);
    const erased = await runErasure(ports, erasure);
    const leads = [...found.leads, ...(await foundLeads(ports, followedBy(erased, lead_ids)))];
    return certificateOf(erasure, erased, { ...found, leads }, about);
  });
