import { randomBytes } from 'node:crypto';
import {
  digestOf,
  evidenceId,
  evidenceOf,
  mayHaveLeft,
  soughtBy,
  type AskOfPartner,
  type EvidenceLead,
} from '../../core/consent/evidence.js';
import type { ConsentStore, KeptEvidence } from '../ports/consent-store.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { OwingLead } from '../ports/news-store.js';
import type { Sealer } from '../ports/sealer.js';
import type { SearchStore } from '../ports/search-store.js';

export interface KeepPorts {
  readonly leads: Pick<LeadStore, 'forgotten'>;
  readonly searches: Pick<SearchStore, 'partnersOf'>;
  readonly consents: Pick<ConsentStore, 'kept' | 'keep'>;
  readonly sealer: Sealer;
  readonly clock: () => Date;
}

/**
 * Keeps the evidence of leads whose decision is news. A lead owes its news until this is done too, so a killed process
 * loses none, and keeping it twice keeps it once. Throws on an outage.
 */
export async function keepDecided(ports: KeepPorts, owing: readonly OwingLead[]): Promise<void> {
  await keepEvidence(
    ports,
    // News of an earlier submission says nothing of the one that runs now, whose evidence would come too early. That of the
    // earlier one was kept when the lead was submitted again.
    owing.filter(({ news, round }) => news.some((one) => one.kind === 'decided' && one.round === round)),
  );
}

/**
 * Keeps the evidence of these leads, as far as they may have reached a buyer, it is not kept yet, and no erasure removes it. Who removes or
 * replaces a person calls it first. Returns the ids of evidence that is kept now. Throws on an outage.
 */
export async function keepEvidence(ports: KeepPorts, leads: readonly EvidenceLead[]): Promise<string[]> {
  const { consents, searches } = ports;
  const sent = leads.filter((lead) => mayHaveLeft(lead) && lead.forget?.no_evidence !== true);
  const ids = sent.map((lead) => evidenceId(lead));
  if (ids.length === 0) return ids;
  const kept = await consents.kept(ids);
  const unkept = sent.filter((one) => !kept.has(evidenceId(one)));
  if (unkept.length === 0) return ids;
  // Nothing is left to keep of a lead whose person was removed, perhaps since it was read.
  const forgotten = await ports.leads.forgotten(unkept.map(({ id }) => id));
  const missing = unkept.filter(({ id }) => !forgotten.has(id));
  if (missing.length === 0) return ids;
  const asked = await searches.partnersOf(missing.flatMap(({ search_id }) => search_id ?? []));
  await consents.keep(
    await Promise.all(missing.map((one) => sealedOf(ports, one, asked.get(one.search_id ?? '') ?? []))),
  );
  return ids;
}

async function sealedOf(
  { sealer, clock }: KeepPorts,
  lead: EvidenceLead,
  asked: readonly AskOfPartner[],
): Promise<KeptEvidence> {
  const salted = {
    salt: randomBytes(16).toString('hex'),
    text: JSON.stringify(evidenceOf(lead, asked)),
  };
  return {
    ...{ id: evidenceId(lead), lead_id: lead.id, kept_at: clock(), received_at: lead.received_at },
    ...{ digest: digestOf(salted), sealed: await sealer.seal(salted), identities: soughtBy(lead.identities) },
  };
}
