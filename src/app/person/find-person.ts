import { fateOf, type Fate } from '../../core/person/erasure.js';
import { buyersWith, buyersWithBoth, referencedBy } from '../../core/person/buyer-notice.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { SearchRecord } from '../../core/search/search-record.js';
import { submissionOfEvidence, submissionsByLead } from '../../core/consent/evidence.js';
import { proveConsent, type Proof, type ProvePorts } from '../consent/prove-consent.js';
import type { ErasureStore, KeptOfLead } from '../ports/erasure-store.js';
import type { ExchangeOf, ExchangeStore } from '../ports/exchange-store.js';
import { saidOfLead, saidOfSearch } from '../../core/exchanges/about.js';
import { OF_NONE, type Exchange } from '../../core/exchanges/exchange.js';
import { toldWhen } from '../../core/webhooks/told-when.js';
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
  /** Leads that have somebody else now, of which the person had an earlier submission. */
  readonly earlier_leads: readonly LeadAtBuyers[];
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
  /** Buyers that have it from a later submission too, which somebody else has. Absent: none. */
  readonly sent_again_to?: readonly string[];
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
  { lead_ids, search_ids, earlier: all = [] }: PersonRecords,
  keys: readonly string[],
  listedAs: readonly string[],
): Promise<FoundPerson> {
  // The person may have such a lead again: then all of it is theirs.
  const earlier = all.filter((id) => !lead_ids.includes(submissionOfEvidence(id).id));
  const records = await each(lead_ids, (id) => leads.read(id));
  const suppressions = (await suppressionStore.under(listedAs)).length;
  const requests = await exchanges.count([
    ...recordsOf({ lead_ids, search_ids }),
    ...runsOfLeads(records),
    ...earlier.map(submissionOfEvidence).map(({ id, round }) => ({ ...saidOfLead(id), round })),
  ]);
  const stored = await erasures.beside(lead_ids, keys, earlier);
  const beside = { ...stored, requests, earlier_submissions: earlier.length, suppressions };
  const earlier_leads = await earlierLeads({ leads }, submissionsByLead(earlier));
  return {
    lead_ids,
    search_ids,
    ...(earlier.length > 0 && { earlier }),
    leads: records.map(foundLead),
    earlier_leads,
    beside,
  };
}

/** What is stored of these leads, also without their persons. */
export async function foundLeads(
  { leads }: Pick<FindPersonPorts, 'leads'>,
  ids: readonly string[],
): Promise<FoundLead[]> {
  return (await each(ids, (id) => leads.read(id))).map(foundLead);
}

const recordsOf = ({ lead_ids, search_ids }: PersonRecords): ExchangeOf[] => [
  ...lead_ids.map(saidOfLead),
  ...search_ids.map(saidOfSearch),
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

async function earlierLeads(
  { leads }: Pick<FindPersonPorts, 'leads'>,
  rounds: ReturnType<typeof submissionsByLead>,
): Promise<LeadAtBuyers[]> {
  return (await each([...rounds.keys()], (id) => leads.read(id))).map(({ id, is_test, attempts }) => {
    const own = rounds.get(id) ?? new Set<number>();
    const buyers = buyersWith({ is_test, attempts: attempts.filter(({ round }) => own.has(round)) });
    const both = buyersWithBoth({ is_test, attempts }, Math.max(...own));
    const sent_again_to = buyers.filter((buyer) => both.includes(buyer));
    return { id, buyers, ...(sent_again_to.length > 0 && { sent_again_to }) };
  });
}

/** All that is stored of a person, in clear. */
export interface ExportedPerson {
  readonly leads: readonly LeadRecord[];
  readonly searches: readonly SearchRecord[];
  readonly consents: readonly Proof[];
  readonly told: readonly object[];
  /** Requests and answers about the leads and searches, as far as they are known to be about the person. */
  readonly exchanges: readonly Exchange[];
  /** Answers of verification services that are kept, by the same rule as `told`. */
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
  const { lead_ids, search_ids, earlier = [], beside } = await findPersonRecords(ports, keys, listedAs);
  const { leads, searches, erasures, suppressionStore, exchanges } = ports;
  const found = await each(lead_ids, (id) => leads.read(id));
  const foundSearches = await each(search_ids, (id) => searches.read(id));
  const consents: Proof[] = [];
  const told: { readonly id: string; readonly since: Date }[] = [];
  const said: Exchange[] = [];
  for (const { id, round, received_at, identities } of found) {
    const own = new Set([...keys, ...identities.map(({ key }) => key)]);
    const proofs = await proveConsent(ports, id, { keys: own, round });
    consents.push(...proofs);
    // Only evidence tells whose the submissions before were.
    const rounds = new Set([round, ...proofs.map(({ evidence }) => evidence.round)]);
    const since = rounds.size === round ? new Date(0) : received_at;
    const isOwn = (one: Exchange): boolean =>
      one.round === OF_NONE ? toldWhen(one) >= since : rounds.has(one.round);
    said.push(...(await exchanges.ofRecord(saidOfLead(id))).filter(isOwn));
    told.push({ id, since });
  }
  // Somebody else has these leads now.
  for (const [id, rounds] of submissionsByLead(earlier)) {
    const proofs = await proveConsent(ports, id, { keys: new Set(keys), round: OF_NONE });
    consents.push(...proofs.filter(({ evidence }) => rounds.has(evidence.round)));
    for (const round of rounds) said.push(...(await exchanges.ofRecord(saidOfLead(id), round)));
  }
  const newest = foundSearches.map(({ id, round }) => ({ ...saidOfSearch(id), round }));
  const runs = new Map(
    [...newest, ...runsOfLeads(found)].map((run) => [`${run.record_id}:${run.round}`, run]),
  );
  for (const { round, ...of } of runs.values()) said.push(...(await exchanges.ofRecord(of, round)));
  return {
    leads: found,
    searches: foundSearches,
    ...{ consents, beside },
    told: await erasures.told(told),
    verifications: await erasures.verified(told),
    exchanges: said,
    suppressions: await suppressionStore.under(listedAs),
  };
}

async function each<T>(ids: readonly string[], read: (id: string) => Promise<T | null>): Promise<T[]> {
  const found: T[] = [];
  for (const id of ids) {
    const one = await read(id);
    if (one !== null) found.push(one);
  }
  return found;
}
