import type { ChainHead } from '../../core/consent/consent-chain.js';
import { digestOf, evidenceId, type Evidence, type Salted } from '../../core/consent/evidence.js';
import type { ConsentStore } from '../ports/consent-store.js';
import type { Sealer } from '../ports/sealer.js';
import { byTreeOf, standingOf, type ChainStanding } from './verify-consent-chain.js';

export interface ProvePorts {
  readonly consents: Pick<ConsentStore, 'ofLead' | 'heads'>;
  readonly sealer: Pick<Sealer, 'open'>;
  readonly clock: () => Date;
}

export interface Proof {
  readonly id: string;
  readonly kept_at: Date;
  readonly evidence: EvidenceAsText;
  /** With these two anybody can compute the digest: SHA-256 of the salt, a line feed, and the text. */
  readonly salt: string;
  readonly text: string;
  readonly digest: string;
  /**
   * How far the proof reaches.
   * - `unchanged`: since the head, which was written outside the database.
   * - `not_headed`: it is kept, and the head of its day is not written yet.
   * - `late`: the same as `unchanged`, but the head is of days after it was kept, or there is none. It may have been replaced
   *   in between.
   * - `broken`: it, or the chain, was changed.
   */
  readonly standing: ChainStanding['standing'];
  /** What is broken, or late. */
  readonly fault?: string;
  readonly head?: ChainHead;
  /** The nodes from the digest to the root of the head. */
  readonly path: readonly string[];
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
  const heads = byTreeOf(await consents.heads());
  for (const kept of await consents.ofLead(leadId)) {
    const { salt, text } = (await sealer.open(kept.sealed)) as Salted;
    const { id, lead_id, kept_at, digest } = kept;
    const evidence = JSON.parse(text) as EvidenceAsText;
    const { head, ...stands } = standingOf(kept, heads, clock());
    // Else the evidence of another lead, with its digest and its place, could stand here.
    const of = evidenceId({ id: evidence.lead_id, submission: evidence.submission });
    const fault =
      digestOf({ salt, text }) !== digest
        ? 'the evidence is not what was kept'
        : of !== id || evidence.lead_id !== lead_id
          ? `it is the evidence of ${of}`
          : undefined;
    proofs.push({
      ...{ id, kept_at, evidence, salt, text, digest },
      ...(fault === undefined ? stands : { standing: 'broken', fault, path: [] }),
      ...(head && fault === undefined && { head: publicOf(head) }),
    });
  }
  return proofs;
}

/** Without the secret that hides how much evidence the day had. */
const publicOf = ({ day, prev, root, hash }: ChainHead): ChainHead => ({ day, prev, root, hash });
