import { randomBytes } from 'node:crypto';
import { digestOf, evidenceId, evidenceOf, mayHaveLeft } from '../../core/consent/evidence.js';
import type { LeadNews } from '../../core/news/lead-news.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { ConsentStore, KeptEvidence } from '../ports/consent-store.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { Sealer } from '../ports/sealer.js';
import type { SearchStore } from '../ports/search-store.js';

export interface KeepPorts {
  readonly leads: Pick<LeadStore, 'readMany'>;
  readonly searches: Pick<SearchStore, 'read'>;
  readonly consents: Pick<ConsentStore, 'kept' | 'keep'>;
  readonly sealer: Sealer;
  readonly clock: () => Date;
}

/**
 * Keeps the evidence of leads whose decision is news. A lead owes its news until this is done too, so a killed process
 * loses none, and keeping it twice keeps it once. Throws on an outage.
 */
export async function keepDecided(ports: KeepPorts, news: readonly LeadNews[]): Promise<void> {
  const decided = news.filter(({ kind, environment }) => kind === 'decided' && environment === 'live');
  const ids = [...new Set(decided.map(({ lead_id }) => lead_id))];
  if (ids.length > 0) await keepEvidence(ports, await ports.leads.readMany(ids));
}

/**
 * Keeps the evidence of these leads, as far as they may have reached a buyer and it is not kept yet. Who removes a
 * person calls it first. Returns the ids of evidence that is kept now. Throws on an outage.
 */
export async function keepEvidence(ports: KeepPorts, leads: readonly LeadRecord[]): Promise<string[]> {
  const { consents } = ports;
  const sent = leads.filter((lead) => mayHaveLeft(lead));
  const ids = sent.map((lead) => evidenceId(lead));
  if (ids.length === 0) return ids;
  const kept = await consents.kept(ids);
  // Nothing is left to keep of a lead whose person was removed.
  const missing = sent.filter((one) => !one.forgotten && !kept.has(evidenceId(one)));
  const all: KeptEvidence[] = [];
  for (let i = 0; i < missing.length; i += READ_TOGETHER)
    all.push(...(await Promise.all(missing.slice(i, i + READ_TOGETHER).map((one) => sealedOf(ports, one)))));
  if (all.length > 0) await consents.keep(all);
  return ids;
}

/** Searches that are read at once. */
const READ_TOGETHER = 64;

async function sealedOf({ searches, sealer, clock }: KeepPorts, lead: LeadRecord): Promise<KeptEvidence> {
  const search = lead.search_id === undefined ? null : await searches.read(lead.search_id);
  const salted = {
    salt: randomBytes(16).toString('hex'),
    text: JSON.stringify(evidenceOf(lead, search)),
  };
  return {
    ...{ id: evidenceId(lead), lead_id: lead.id, kept_at: clock(), received_at: lead.received_at },
    ...{ digest: digestOf(salted), sealed: await sealer.seal(salted) },
  };
}
