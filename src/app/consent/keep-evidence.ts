import { randomBytes } from 'node:crypto';
import {
  digestOf,
  evidenceId,
  evidenceOf,
  submissionMayHaveLeft,
  type AskOfPartner,
  type EvidenceLead,
} from '../../core/consent/evidence.js';
import { emailAndPhone } from '../../core/lead/identity.js';
import { effectsOf } from '../../core/lead/pending-effect.js';
import { MissingDataKeyError } from '../outage.js';
import type { ConsentStore, KeptEvidence } from '../ports/consent-store.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { LeadWithPendingNews } from '../ports/news-store.js';
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
export async function keepDecided(ports: KeepPorts, owing: readonly LeadWithPendingNews[]): Promise<void> {
  await keepEvidence(
    ports,
    // News of an earlier submission says nothing of the one that runs now, whose evidence would come too early. That of the
    // earlier one was kept when the lead was submitted again.
    owing.filter((lead) =>
      effectsOf(lead, 'news').some((one) => one.what === 'decided' && one.submission === lead.submission),
    ),
  );
}

/**
 * Keeps the evidence of these leads, as far as they may have reached a buyer, it is not kept yet, and no erasure removes
 * it. Who removes or replaces a person calls it first. Throws on an outage.
 */
export async function keepEvidence(ports: KeepPorts, leads: readonly EvidenceLead[]): Promise<void> {
  await keepAll(ports, await unkeptOf(ports, leads));
}

/**
 * `keepEvidence`, but a lead whose data key is not here keeps no other waiting. Returns the ids of such leads: their
 * persons must stay.
 */
export async function keepReadable(
  ports: KeepPorts,
  leads: readonly EvidenceLead[],
): Promise<ReadonlySet<string>> {
  const unkept = await unkeptOf(ports, leads);
  const lacking = new Set(unkept.filter((lead) => !isReadable(lead)).map(({ id }) => id));
  await keepAll(
    ports,
    unkept.filter(({ id }) => !lacking.has(id)),
  );
  return lacking;
}

/** The person of a record is opened when it is first looked at. */
function isReadable(lead: EvidenceLead): boolean {
  try {
    return (lead.lead as unknown) !== null;
  } catch (error) {
    if (error instanceof MissingDataKeyError) return false;
    throw error;
  }
}

async function unkeptOf(
  { consents, leads: stored }: KeepPorts,
  leads: readonly EvidenceLead[],
): Promise<readonly EvidenceLead[]> {
  const sent = leads.filter((lead) => submissionMayHaveLeft(lead) && lead.forget?.no_evidence !== true);
  if (sent.length === 0) return sent;
  const kept = await consents.kept(sent.map((lead) => evidenceId(lead)));
  const unkept = sent.filter((one) => !kept.has(evidenceId(one)));
  if (unkept.length === 0) return unkept;
  // Nothing is left to keep of a lead whose person was removed, perhaps since it was read.
  const forgotten = await stored.forgotten(unkept.map(({ id }) => id));
  return unkept.filter(({ id }) => !forgotten.has(id));
}

async function keepAll(ports: KeepPorts, leads: readonly EvidenceLead[]): Promise<void> {
  if (leads.length === 0) return;
  const asked = await ports.searches.partnersOf(leads.flatMap(({ search_id }) => search_id ?? []));
  await ports.consents.keep(
    await Promise.all(leads.map((one) => sealedOf(ports, one, asked.get(one.search_id ?? '') ?? []))),
  );
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
    ...{
      digest: digestOf(salted),
      sealed: await sealer.seal(salted),
      identities: emailAndPhone(lead.identities),
    },
  };
}
