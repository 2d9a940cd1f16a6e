import type { IdentityKey } from '../../core/search/search-record.js';
import type { ChainHead, ChainLink } from '../../core/consent/consent-chain.js';

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
  /** Its place in the chain. Absent: it has none yet. */
  readonly position?: number;
}

/** An evidence as it stands in the store. */
export interface StoredEvidence extends KeptEvidence {
  /** It is marked, so that the sweeper finds it and gives it a place. Each evidence has a place or the mark. */
  readonly is_waiting: boolean;
}

/** How an evidence stands to the chain. */
export type ChainPosition = Pick<StoredEvidence, 'id' | 'digest' | 'kept_at' | 'position' | 'is_waiting'>;

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
  /** Evidence without a place, oldest first. */
  unchained(limit: number): Promise<Pick<KeptEvidence, 'id' | 'lead_id' | 'digest'>[]>;
  lastLink(): Promise<ChainLink | null>;
  /** The places that these digests have. */
  positionsOf(digests: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Appends links in order. False: another sequencer took a place, or chained one of the digests. */
  append(links: readonly ChainLink[], at: Date): Promise<boolean>;
  /** Stores the places of evidence. */
  chained(places: readonly { readonly id: string; readonly position: number }[]): Promise<void>;
  /** Links from a position on, in order. */
  links(from: number, to?: number): AsyncIterable<ChainLink>;
  /** All evidence, also without a place. */
  places(): AsyncIterable<ChainPosition>;
  /** The place of the first evidence that is sealed. Null: none is. */
  firstSealed(): Promise<number | null>;
  /** Evidence that has a place and is in clear. */
  unsealed(): AsyncIterable<{ readonly id: string; readonly position: number }>;
  /** The last link before a moment, if its position is behind another. Links of later positions were chained later. */
  lastLinkBefore(before: Date, after: number): Promise<ChainLink | null>;
  heads(): Promise<ChainHead[]>;
  /** The first head at or behind a position. */
  headFor(position: number): Promise<ChainHead | null>;
  /** Stores a head that is still to be published. Does nothing if the day has one. */
  addHead(head: ChainHead): Promise<void>;
  unpublished(): Promise<ChainHead[]>;
  published(day: string): Promise<void>;
}
