import { fateOf, type Fate } from '../../core/person/erasure.js';
import { buyersWith, referencedBy } from '../../core/person/buyer-notice.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { SearchRecord } from '../../core/search/search-record.js';
import { proveConsent, type Proof, type ProvePorts } from '../consent/prove-consent.js';
import type { ErasureStore, KeptOfLead } from '../ports/erasure-store.js';
import type { ExchangeOf, ExchangeStore } from '../ports/exchange-store.js';
import { leadReference, searchReference } from '../../core/exchanges/about.js';
import type { Exchange } from '../../core/exchanges/exchange.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { PersonRecords } from '../ports/person-records.js';
import type { SearchStore } from '../ports/search-store.js';
import type { SuppressionStore } from '../ports/suppressions.js';
import { runsOfLeads } from './runs-of-leads.js';

export interface FindPersonPorts {
  readonly leads: Pick<LeadStore, 'read'>;
  readonly searches: Pick<SearchStore, 'read'>;
  readonly erasures: Pick<ErasureStore, 'find' | 'beside' | 'told' | 'verified'>;
  readonly exchanges: Pick<ExchangeStore, 'count' | 'ofRecord'>;
  readonly suppressionStore: Pick<SuppressionStore, 'under'>;
}

/** What is stored of a person, without the person. */
export interface FoundPerson extends PersonRecords {
  readonly leads: readonly FoundLead[];
  /**
   * Claims, evidence of consents, requests and answers, answers of verification services, news, messages of webhooks, notices to buyers, entries of the
   * suppression list.
   */
  readonly beside: Readonly<Record<string, number>>;
}

/** A lead, and the buyers that have the person by it, or may have. */
export interface LeadAtBuyers {
  readonly id: string;
  readonly buyers: readonly string[];
  readonly reference?: string;
  /** The buyer whose reference it is. */
  readonly referenced_by?: string;
}

export interface FoundLead extends LeadAtBuyers {
  readonly received_at: Date;
  readonly state: LeadRecord['state'];
  readonly fate: Fate;
  /** Its person was removed before. */
  readonly is_forgotten: boolean;
}

/** Looks everywhere for a person. `keys` are those of the person's identities. Throws on an outage. */
export const findPersonRecords = async (
  ports: FindPersonPorts,
  keys: readonly string[],
  listedAs = keys,
): Promise<FoundPerson> => describeRecords(ports, await ports.erasures.find(keys), keys, listedAs);

/** What is stored in these records of a person, and beside them. */
export async function describeRecords(
  { leads, erasures, suppressionStore, exchanges }: FindPersonPorts,
  { lead_ids, search_ids }: PersonRecords,
  keys: readonly string[],
  listedAs: readonly string[],
): Promise<FoundPerson> {
  const records = await each(lead_ids, (id) => leads.read(id));
  const suppressions = (await suppressionStore.under(listedAs)).length;
  const requests = await exchanges.count([...recordsOf({ lead_ids, search_ids }), ...runsOfLeads(records)]);
  const beside = { ...(await erasures.beside(lead_ids, keys)), requests, suppressions };
  return { lead_ids, search_ids, leads: records.map(foundLead), beside };
}

/** What is stored of these leads, also without their persons. */
export async function foundLeads(
  { leads }: Pick<FindPersonPorts, 'leads'>,
  ids: readonly string[],
): Promise<FoundLead[]> {
  return (await each(ids, (id) => leads.read(id))).map(foundLead);
}

const recordsOf = ({ lead_ids, search_ids }: PersonRecords): ExchangeOf[] => [
  ...lead_ids.map(leadReference),
  ...search_ids.map(searchReference),
];

function foundLead(lead: LeadRecord): FoundLead {
  const { id, received_at, state, reference } = lead;
  const by = referencedBy(lead);
  return {
    ...{ id, received_at, state, fate: fateOf(lead), is_forgotten: lead.forgotten !== undefined },
    buyers: buyersWith(lead),
    ...(reference === undefined ? {} : { reference }),
    ...(by === undefined ? {} : { referenced_by: by }),
  };
}

/** All that is stored of a person, in clear. */
export interface ExportedPerson {
  readonly leads: readonly LeadRecord[];
  readonly searches: readonly SearchRecord[];
  readonly consents: readonly Proof[];
  readonly told: readonly object[];
  /** Requests and answers about the leads and searches, and about the runs that the leads were submitted from. */
  readonly exchanges: readonly Exchange[];
  /** Answers of verification services that are kept. */
  readonly verifications: readonly KeptOfLead[];
  readonly suppressions: readonly object[];
  readonly beside: FoundPerson['beside'];
}

/** Reads all that is stored of a person. Throws on an outage. */
export async function readPerson(
  ports: FindPersonPorts & ProvePorts,
  keys: readonly string[],
  listedAs = keys,
): Promise<ExportedPerson> {
  const { lead_ids, search_ids, beside } = await findPersonRecords(ports, keys, listedAs);
  const { leads, searches, erasures, suppressionStore, exchanges } = ports;
  const found = await each(lead_ids, (id) => leads.read(id));
  const foundSearches = await each(search_ids, (id) => searches.read(id));
  const consents: Proof[] = [];
  for (const id of lead_ids) consents.push(...(await proveConsent(ports, id)));
  const runs = runsOfLeads(found).filter(({ record_id }) => !search_ids.includes(record_id));
  const said: Exchange[] = [];
  for (const of of recordsOf({ lead_ids, search_ids })) said.push(...(await exchanges.ofRecord(of)));
  for (const { submission_or_run: part, ...of } of eachOnce(runs))
    said.push(...(await exchanges.ofRecord(of, part)));
  return {
    leads: found,
    searches: foundSearches,
    ...{ consents, beside },
    told: await erasures.told(lead_ids),
    verifications: await erasures.verified(lead_ids),
    exchanges: said,
    suppressions: await suppressionStore.under(listedAs),
  };
}

/** Several leads may be of one run. */
const eachOnce = (runs: ReturnType<typeof runsOfLeads>): ReturnType<typeof runsOfLeads> => [
  ...new Map(runs.map((run) => [`${run.record_id}:${run.submission_or_run}`, run])).values(),
];

async function each<T>(ids: readonly string[], read: (id: string) => Promise<T | null>): Promise<T[]> {
  const found: T[] = [];
  for (const id of ids) {
    const one = await read(id);
    if (one !== null) found.push(one);
  }
  return found;
}
