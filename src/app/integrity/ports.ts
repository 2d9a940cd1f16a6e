import type { CheckedEntry } from '../../core/invariants/book-invariants.js';
import type { CheckedMessage, CheckedNews, PublishedLead } from '../../core/invariants/news-invariants.js';
import type {
  CheckedClaim,
  CheckedLead,
  CheckedSearch,
  LedgerBucket,
} from '../../core/invariants/records.js';

/**
 * Reads the records that the invariants need: all of them as a stream, or some by their ids. No personal data is
 * read.
 */
export interface RecordReader {
  leads(): AsyncIterable<CheckedLead>;
  /**
   * Leads with at least one attempt: no other lead can have been sold. And the saved ones, which have reservations, and
   * often no attempt yet.
   */
  sentOrSavedLeads(): AsyncIterable<CheckedLead>;
  /** Leads that caps may count: no test leads, and an intent at or after `since`. */
  countedLeads(since: Date): AsyncIterable<CheckedLead>;
  /** Accepted leads. */
  soldLeads(): AsyncIterable<CheckedLead>;
  /** Entries that belong to a lead. */
  leadEntries(): AsyncIterable<CheckedEntry>;
  entriesOf(leads: readonly string[]): Promise<CheckedEntry[]>;
  searches(): AsyncIterable<CheckedSearch>;
  claims(): AsyncIterable<CheckedClaim>;
  leadsById(ids: readonly string[]): Promise<CheckedLead[]>;
  searchesById(ids: readonly string[]): Promise<CheckedSearch[]>;
  claimsByKey(keys: readonly string[]): Promise<CheckedClaim[]>;
  /** Returns those of these ids under which a lead or a search is stored. */
  stored(ids: readonly string[]): Promise<Set<string>>;
}

/** The current generation of the ledger. It is read key by key, while other processes use it. */
export interface LedgerSnapshot {
  readonly token: string;
  /** Ids of the caps that the ledger counts. */
  readonly caps: ReadonlySet<string>;
  readonly places: ReadonlyMap<string, LedgerBucket>;
}

export interface LedgerReader {
  /** Null: the ledger is out of service (a rebuild is due or in progress), so there is nothing to compare. */
  read(): Promise<LedgerSnapshot | null>;
  isRebuilding(): Promise<boolean>;
}

/** Reads leads with what is published of them, and what endpoints are told. Nothing of it names a person. */
export interface NewsReader {
  /** Ids of leads that have had a change which their affiliate can see. */
  toldLeads(): AsyncIterable<string>;
  leadsById(ids: readonly string[]): Promise<PublishedLead[]>;
  newsById(ids: readonly string[]): Promise<CheckedNews[]>;
  messages(): AsyncIterable<CheckedMessage>;
  messagesById(ids: readonly string[]): Promise<CheckedMessage[]>;
}
