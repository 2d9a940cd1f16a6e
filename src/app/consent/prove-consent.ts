import { faultOf, isLate, type ChainHead, type ChainLink } from '../../core/consent/consent-chain.js';
import { digestOf, evidenceId, type Evidence, type Salted } from '../../core/consent/evidence.js';
import type { ConsentStore, StoredEvidence } from '../ports/consent-store.js';
import type { Sealer } from '../ports/sealer.js';
import { faultOfUnchained } from './fault-of-unchained.js';

export interface ProvePorts {
  readonly consents: Pick<ConsentStore, 'ofLead' | 'headFor' | 'links'>;
  readonly sealer: Pick<Sealer, 'open' | 'isUnsealed'>;
  readonly clock: () => Date;
}

/**
 * How far a proof reaches.
 * - `unchanged`: since the head, which was written outside the database.
 * - `not_headed`: it is in the chain, and the head of its day is not written yet.
 * - `not_chained`: it is kept for less than a minute.
 * - `late`: the same as `unchanged`, but the head is of days after it was kept, or it is not even chained since. It may have
 *   been replaced in between.
 * - `broken`: it, or the chain, was changed.
 */
export type Standing = 'unchanged' | 'late' | 'not_headed' | 'not_chained' | 'broken';

export interface Proof {
  readonly id: string;
  readonly kept_at: Date;
  readonly evidence: EvidenceAsText;
  /** With these two anybody can compute the digest: SHA-256 of the salt, a line feed, and the text. */
  readonly salt: string;
  readonly text: string;
  readonly digest: string;
  readonly standing: Standing;
  /** It is in clear, though there are data keys: it was kept before there were any, or written without one. */
  readonly is_unsealed: boolean;
  /** What is broken, or late. */
  readonly fault?: string;
  readonly head?: ChainHead;
  /** The links from the evidence to the head. */
  readonly links: readonly ChainLink[];
}

/** Dates are texts in JSON. */
export type EvidenceAsText = Texts<Evidence>;
type Texts<T> = T extends Date ? string : T extends object ? { readonly [K in keyof T]: Texts<T[K]> } : T;

/**
 * The proofs of a lead's consents, one for each of its submissions that may have reached a buyer. Throws on an outage.
 */
export async function proveConsent(
  { consents, sealer, clock }: ProvePorts,
  leadId: string,
): Promise<Proof[]> {
  const proofs: Proof[] = [];
  for (const kept of await consents.ofLead(leadId)) {
    const { salt, text } = (await sealer.open(kept.sealed)) as Salted;
    const { id, kept_at, digest } = kept;
    const evidence = JSON.parse(text) as EvidenceAsText;
    proofs.push({
      id,
      kept_at,
      evidence,
      salt,
      text,
      digest,
      is_unsealed: sealer.isUnsealed(kept.sealed),
      ...(await standsHow(consents, kept, { computed: digestOf({ salt, text }), evidence, now: clock() })),
    });
  }
  return proofs;
}

type Stands = Pick<Proof, 'standing' | 'fault' | 'head' | 'links'>;

/** `computed`: the digest of what was unsealed. */
interface Computed {
  readonly computed: string;
  readonly evidence: EvidenceAsText;
  readonly now: Date;
}

async function standsHow(
  consents: ProvePorts['consents'],
  kept: StoredEvidence,
  { computed, evidence, now }: Computed,
): Promise<Stands> {
  const { id, lead_id, kept_at, position, digest } = kept;
  const broken = (fault: string, links: readonly ChainLink[] = []): Stands => ({
    standing: 'broken',
    fault,
    links,
  });
  if (computed !== digest) return broken('the evidence is not what was kept');
  // Else the evidence of another lead, with its digest and its place, could stand here.
  const of = evidenceId({ id: evidence.lead_id, submission: evidence.submission });
  if (of !== id || evidence.lead_id !== lead_id) return broken(`it is the evidence of ${of}`);
  if (position === undefined)
    return { ...(faultOfUnchained(kept, now) ?? { standing: 'not_chained' }), links: [] };
  const head = await consents.headFor(position);
  const links: ChainLink[] = [];
  for await (const link of consents.links(position, head?.position ?? position)) links.push(link);
  const [first] = links;
  if (first?.position !== position || first.digest !== digest)
    return broken('its place in the chain has another digest');
  for (const [i, link] of links.entries()) {
    const fault = faultOf(
      link,
      i === 0 ? { position: position - 1, hash: first.prev } : (links[i - 1] ?? null),
    );
    if (fault !== undefined) return broken(`link ${link.position}: ${fault}`, links);
  }
  if (!head) return { standing: 'not_headed', links };
  if (links.at(-1)?.hash !== head.hash)
    return broken(`the chain does not lead to the head of ${head.day}`, links);
  if (!isLate(kept_at, head)) return { standing: 'unchanged', head, links };
  return { standing: 'late', fault: `kept at ${kept_at.toISOString()}, chained by ${head.day}`, head, links };
}
