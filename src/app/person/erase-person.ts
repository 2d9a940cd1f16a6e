import { setTimeout as pause } from 'node:timers/promises';
import { CALL_MS, endErased, fateOf, LATER_MS, type Erasure } from '../../core/person/erasure.js';
import { keepEvidence, type KeepPorts } from '../consent/keep-evidence.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { isFinal } from '../../core/lead/lead-states.js';
import { effectsOf } from '../../core/lead/pending-effect.js';
import { keyLackingFor } from '../outage.js';
import { oweNotices, type OweNoticesPorts } from '../notices/owe-notices.js';
import type { Sealer } from '../ports/sealer.js';
import type { ConsentStore } from '../ports/consent-store.js';
import type { ErasureStore } from '../ports/erasure-store.js';
import type { ExchangeStore } from '../ports/exchange-store.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { PersonStore } from '../ports/person-store.js';
import type { SearchStore } from '../ports/search-store.js';
import type { BeginPorts } from './begin-erasure.js';
import { forgetNow } from './forget-now.js';
import { removeExchanges } from './remove-exchanges.js';

export interface ErasePorts extends KeepPorts, OweNoticesPorts, BeginPorts {
  readonly sealer: Sealer;
  readonly leads: KeepPorts['leads'] & Pick<LeadStore, 'read' | 'readMany' | 'transition'>;
  readonly searches: KeepPorts['searches'] & Pick<SearchStore, 'read'>;
  readonly consents: KeepPorts['consents'] & Pick<ConsentStore, 'removeOf'>;
  readonly persons: Pick<PersonStore, 'forgetLead' | 'forgetSearch'>;
  readonly exchanges: Pick<ExchangeStore, 'doubt' | 'removeOf'>;
  readonly erasures: ErasureStore;
}

const MAX_TRIES = 5;
const BATCH = 100;

/** What an erasure did, or has still to do. */
export interface Erased {
  readonly ended: readonly string[];
  readonly forgotten: readonly string[];
  /** Their persons go when they are decided, at the latest at this date. */
  readonly later: readonly string[];
  readonly later_at: Date;
  readonly searches: number;
  readonly evidence: 'kept' | 'removed';
  /** Records that changed all the time, or whose data key is not here. The sweeper goes on with them. */
  readonly busy: readonly string[];
}

/**
 * Removes a person from its records. It may be killed anywhere and repeated: each step changes a record only as it was
 * read, and an erasure is finished behind its last step, but not before all calls have ended that had begun before it: the
 * sweeper repeats it until then. Throws on an outage.
 * `lacks`: the data keys of leads that are busy because this process lacks them.
 */
export async function runErasure(
  ports: ErasePorts,
  begun: Erasure,
): Promise<Erased & { readonly lacks: readonly string[] }> {
  const { erasures, clock } = ports;
  // Until then, a call may still store what it was sent before, so only a run that begins later has seen all.
  const isLast = clock().getTime() >= begun.at.getTime() + CALL_MS;
  const erasure = await withLate(ports, begun);
  const later_at = new Date(erasure.at.getTime() + LATER_MS);
  const { ids, lacks, ...leads } = await eraseLeads(ports, later_at, erasure);
  const { search_ids } = erasure;
  const busy = [...leads.busy, ...(await eraseSearches(ports, search_ids))];
  // After the persons: who stores an exchange later than this looks whether its person is still there.
  const kept = new Set([...leads.later, ...busy]);
  await removeExchanges(ports, { lead_ids: ids, search_ids, kept });
  if (erasure.no_evidence) await removeEvidence(ports, ids);
  if (busy.length === 0 && isLast) await erasures.finish(erasure.number, { at: clock() });
  const evidence = erasure.no_evidence ? 'removed' : 'kept';
  return { ...leads, busy, lacks, later_at, searches: search_ids.length, evidence };
}

/** Adds what was stored since the person was looked for, by calls that had begun before. */
async function withLate(
  { erasures }: Pick<ErasePorts, 'erasures'>,
  { lead_ids, search_ids, ...erasure }: Erasure,
): Promise<Erasure> {
  const found = await erasures.find(erasure.keys, erasure.at);
  const late = {
    lead_ids: found.lead_ids.filter((id) => !lead_ids.includes(id)),
    search_ids: found.search_ids.filter((id) => !search_ids.includes(id)),
  };
  if (Object.values(late).some((ids) => ids.length > 0)) await erasures.join(erasure.number, late);
  return {
    ...erasure,
    lead_ids: [...lead_ids, ...late.lead_ids],
    search_ids: [...search_ids, ...late.search_ids],
  };
}

async function removeEvidence(
  { erasures, consents }: Pick<ErasePorts, 'erasures' | 'consents'>,
  ids: readonly string[],
): Promise<void> {
  // The mark before the evidence: what is kept later than this is removed when it would be chained.
  await erasures.forgetEvidence(ids);
  for (let i = 0; i < ids.length; i += BATCH) await consents.removeOf(ids.slice(i, i + BATCH));
}

/** Leads by what became of them. `ids`: all of them. */
type ErasedLeads = Readonly<Record<ErasedLead['became'] | 'lacks' | 'ids', string[]>>;

async function eraseLeads(ports: ErasePorts, later_at: Date, erasure: Erasure): Promise<ErasedLeads> {
  const sorted: ErasedLeads = { ids: [], ended: [], forgotten: [], later: [], busy: [], lacks: [] };
  const ids = new Set(erasure.lead_ids);
  // It grows meanwhile: a lead that fell back after the person was looked for has another one behind it.
  for (const id of ids) {
    const { became, next, lacks } = await eraseLead(ports, id, later_at, erasure);
    sorted.ids.push(id);
    sorted[became].push(id);
    if (lacks !== undefined) sorted.lacks.push(lacks);
    if (next === undefined || ids.has(next)) continue;
    await ports.erasures.join(erasure.number, { lead_ids: [next], search_ids: [] });
    ids.add(next);
  }
  return sorted;
}

/** Returns those that changed all the time. */
async function eraseSearches(ports: ErasePorts, ids: readonly string[]): Promise<string[]> {
  const busy: string[] = [];
  for (const id of ids) if (!(await eraseSearch(ports, id))) busy.push(id);
  return busy;
}

interface ErasedLead {
  readonly became: 'ended' | 'forgotten' | 'later' | 'busy';
  /** The lead that it fell back to. */
  readonly next: string | undefined;
  /** The name of the data key that this process lacks. */
  readonly lacks?: string;
}

async function eraseLead(
  ports: ErasePorts,
  id: string,
  later_at: Date,
  erasure: Erasure,
): Promise<ErasedLead> {
  const { leads, clock, erasures } = ports;
  let hasEnded = false;
  let next: string | undefined;
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const lead = await leads.read(id);
    next = openedBy(lead);
    // Its buyers were told of the erasure that removed the person, but not when the person was only old.
    if (lead?.forgotten?.why === 'retention') await oweErased(ports, lead, erasure);
    const done = { became: hasEnded ? 'ended' : 'forgotten', next } as const;
    if (!lead || lead.forgotten) return done;
    const fate = fateOf(lead);
    if (fate === 'ends') {
      const { when, change } = endErased(lead, clock());
      hasEnded = (await leads.transition(when, change)) || hasEnded;
      continue;
    }
    const lacks = await keepBefore(ports, lead, erasure);
    if (lacks !== undefined) return { became: 'busy', next, lacks };
    if (fate === 'later') {
      await erasures.forgetLater(id, { at: later_at, no_evidence: erasure.no_evidence });
      // It may have fallen back before it was marked. The next lead is made of it as somebody read it, perhaps without the mark.
      const marked = await leads.read(id);
      if (marked && owesFallback(marked)) return { became: 'busy', next: undefined };
      return { ...done, became: 'later', next: openedBy(marked) };
    }
    if (await forgetNow(ports, lead)) return done;
    // News is published within a second.
    await pause(500);
  }
  return { became: 'busy', next };
}

/**
 * Keeps what is made from the person, before the person goes: so a killed erasure is repeated with this step. Returns the
 * name of the data key that it takes, if this process lacks it.
 */
const keepBefore = (ports: ErasePorts, lead: LeadRecord, erasure: Erasure): Promise<string | undefined> =>
  keyLackingFor(async () => {
    await oweErased(ports, lead, erasure);
    if (isFinal(lead.state) && !erasure.no_evidence) await keepEvidence(ports, [lead]);
  });

const oweErased = (ports: ErasePorts, lead: LeadRecord, { number, at, case: of }: Erasure): Promise<void> =>
  oweNotices(ports, lead, { event: 'erasure', number, at, case: of });

/** The next fallback of a lead. A pending one is not stored yet, and until then the lead keeps its person. */
const openedBy = (lead: LeadRecord | null): string | undefined =>
  lead && !owesFallback(lead) ? lead.next_fallback?.lead_id : undefined;

const owesFallback = (lead: LeadRecord): boolean => effectsOf(lead, 'fallback').length > 0;

/** False: it changed all the time. */
async function eraseSearch({ searches, persons, clock }: ErasePorts, id: string): Promise<boolean> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const search = await searches.read(id);
    if (!search || search.forgotten) return true;
    if (await persons.forgetSearch(search, { at: clock(), why: 'erasure' })) return true;
  }
  return false;
}
