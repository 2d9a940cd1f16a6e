import type { IdentityKey } from '../../core/search/search-record.js';
import type { ChainHead, PublishedHead } from '../../core/consent/consent-chain.js';

/** An evidence as it is kept. `sealed` holds it with its salt. */
export interface KeptEvidence {
  /** `<lead>:<submission>`. */
  readonly id: string;
  readonly lead_id: string;
  readonly kept_at: Date;
  /** From when the retention counts. */
  readonly received_at: Date;
  readonly digest: string;
  readonly sealed: string;
  /** By which its person is found when the lead has no keys any more. */
  readonly identities: readonly IdentityKey[];
}

/** An evidence as it stands in the store. */
export interface StoredEvidence extends KeptEvidence {
  /** The tree that it is in. Absent: it is in none yet. */
  readonly tree?: string;
  /** Its path in that tree, as `treeOf` gives it. */
  readonly path?: readonly string[];
}

/** How an evidence stands to the chain. */
export type ChainPosition = Pick<StoredEvidence, 'id' | 'digest' | 'kept_at' | 'tree' | 'path'>;

/** A head in the database. */
export interface StoredHead extends ChainHead {
  /** The random text that names its tree. It hides how much evidence that has, so it is published nowhere. */
  readonly tree: string;
}

/** Evidence of consents, and the chain of its digests. Throws on an outage. */
export interface ConsentStore {
  /** Which of these ids are kept. */
  kept(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Keeps those that are not kept yet. */
  keep(all: readonly KeptEvidence[]): Promise<void>;
  /** Of a lead, oldest submission first. */
  ofLead(leadId: string): Promise<StoredEvidence[]>;
  /** Removes the evidence of these leads. The chain stays. Returns how many there were. */
  removeOf(leadIds: readonly string[]): Promise<number>;
  /** Removes these, by their ids. */
  remove(ids: readonly string[]): Promise<void>;
  /** Removes evidence of leads that were received before a moment. Returns how many. */
  removeBefore(before: Date, limit: number): Promise<number>;
  /** How many such there are, 10,000 at most, and when the oldest of the others was received. */
  outlook(before: Date): Promise<{ readonly due: number; readonly next: Date | null }>;
  /** Evidence that was kept before a moment and is not in the tree of a stored head, as far as that is known. */
  waiting(before: Date): Promise<Pick<KeptEvidence, 'id' | 'lead_id' | 'digest'>[]>;
  /** Puts evidence that still waits into a tree. */
  place(
    tree: string,
    places: readonly { readonly id: string; readonly path: readonly string[] }[],
  ): Promise<void>;
  /** Evidence in this tree, all of it kept before a moment, no longer waits: its head is stored. */
  settle(tree: string, before: Date): Promise<void>;
  /** All evidence, also without a place. */
  places(): AsyncIterable<ChainPosition>;
  /** The heads, oldest first. */
  heads(): Promise<StoredHead[]>;
  /** Stores a head that is still to be published. False: the day has one, or the head before it has another behind it. */
  addHead(head: StoredHead): Promise<boolean>;
  unpublished(): Promise<PublishedHead[]>;
  published(day: string): Promise<void>;
}
