import type { AskOfPartner } from '../../core/consent/evidence.js';
import type { LeadData, Tracking } from '../../core/lead/lead-data.js';
import type { MergeIdentities } from '../../core/lead/same-person.js';
import type {
  IdentityKey,
  PartnerAsk,
  RuledOut,
  SearchConsent,
  SearchRecord,
  SearchState,
  Slot,
  StoredResult,
  OfferVerdict,
} from '../../core/search/search-record.js';
import type { SearchEntry } from '../../core/search/search-entry.js';

/** The result of one run of a search, written in one conditional update. */
export interface SearchRun {
  readonly state: Extract<SearchState, 'asking' | 'done'>;
  /** Null: nothing is due anymore. */
  readonly due_at: Date | null;
  readonly catalogue_version: number;
  readonly results: readonly StoredResult[];
  readonly partners: readonly PartnerAsk[];
  readonly verdicts: readonly OfferVerdict[];
  readonly ruled_out?: RuledOut;
  readonly entries: readonly SearchEntry[];
}

/** The data that a new run under the same id replaces. */
export interface SearchAgain {
  readonly campaign_id: string;
  readonly request_id: string;
  /** Whether the caller asks for a test. The stored search itself stays live or test, as it was. */
  readonly is_test: boolean;
  readonly due_at: Date;
  readonly closes_at: Date;
  readonly lead: LeadData;
  readonly tracking: Tracking;
  readonly consent: SearchConsent;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly external_id?: string;
  readonly identities: readonly IdentityKey[];
  /** All identities of the search's person with the new data. Undefined: the data are another person's. */
  readonly mergeIdentities: MergeIdentities;
  readonly suppression_keys?: readonly string[];
  readonly entries: readonly SearchEntry[];
}

export interface PartnerOutcome {
  readonly state: Extract<PartnerAsk['state'], 'answered' | 'failed' | 'late'>;
  readonly at: Date;
  /** When the request began that may have left. Absent: this run of the job sent none. */
  readonly asked_at?: Date;
  /** It is certain that no run of the job sent a request. Never with `asked_at`. */
  readonly unsent?: true;
  readonly detail?: string;
  readonly results: readonly StoredResult[];
  readonly entries: readonly SearchEntry[];
}

/** Who searches again. Live searches do not exist for a test key. */
export interface SearchOwner {
  readonly affiliate_id: string;
  readonly is_test: boolean;
}

/**
 * The result of searching again. `other_person`: the data are not of the search's person. `live`: the call would run a live search again as a test. `too_often`: too many runs
 * have results that can still be submitted.
 */
export type SearchedAgain =
  | { readonly outcome: 'rerun'; readonly run: number }
  | { readonly outcome: 'submitted' | 'unknown' | 'live' | 'other_person' }
  | { readonly outcome: 'too_often'; readonly until: Date };

/** What a submit needs of its search: of its results only the one that it names. */
export type SubmittedSearch = Pick<
  SearchRecord,
  'id' | 'affiliate_id' | 'is_test' | 'run' | 'external_id' | 'forgotten' | 'lead' | 'tracking'
> & {
  /** Absent: the search has no such result, or it is stored beside the search. */
  readonly result?: StoredResult;
};

/** What a poll needs: only the newest run, and no personal data. */
export type ShownSearch = Pick<
  SearchRecord,
  | 'id'
  | 'affiliate_id'
  | 'campaign_id'
  | 'external_id'
  | 'is_test'
  | 'run'
  | 'state'
  | 'closes_at'
  | 'results'
  | 'partners'
  | 'slots'
>;

export type SlotTaken = { readonly won: true } | { readonly won: false; readonly slots: readonly Slot[] };

/** A slot that one submission of a lead has reserved in a search. */
export interface ReservedSlot {
  readonly search: string;
  readonly lead: string;
  readonly submission: number;
}

/** Searches in MongoDB. Each method is one command unless it says otherwise. Throws on an outage. */
export interface SearchStore {
  insert(search: SearchRecord): Promise<void>;
  /** `shown`: as for a lead. */
  read(id: string, how?: 'shown'): Promise<SearchRecord | null>;
  /** The search with one of its results. */
  readSubmitted(id: string, resultId: string): Promise<SubmittedSearch | null>;
  /** Which partners these searches asked, in any run that is remembered. A search that is not there anymore is absent. */
  partnersOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly AskOfPartner[]>>;
  /** The search as the API shows it at `now`. Expired results are not read. */
  readShown(id: string, now: Date): Promise<ShownSearch | null>;
  /** The newest searches with the affiliate's own id, of any affiliate. At most `most`. */
  byExternalId(externalId: string, most: number): Promise<SearchRecord[]>;
  /** A result of an earlier run of the search. Null also if it expired long ago. */
  earlierResult(id: string, resultId: string): Promise<StoredResult | null>;
  /**
   * Starts the next run of the search with new data. `rerun` gives the run number. The results so
   * far move out of the search and are kept beside it (`core/search/earlier-runs.ts`). Of the partners stays who was
   * asked. `submitted`: a slot is taken, because
   * a result was accepted or is on its way. `unknown`: the affiliate has no such search. Takes a read, up to two
   * writes, and one conditional update.
   */
  searchAgain(id: string, mine: SearchOwner, again: SearchAgain, now: Date): Promise<SearchedAgain>;
  /**
   * Of results of earlier runs that expired before this moment, keeps only the few members that are still needed. Returns
   * how many results there were.
   */
  forgetTerms(before: Date): Promise<number>;
  /** Writes what a run found. False if another worker was first, or the search runs again by now. */
  finishRun(id: string, runNumber: number, run: SearchRun): Promise<boolean>;
  /**
   * Writes the outcome of one partner, if the partner is still `asked` in this run. An answer is late if the search has
   * closed by `now`, which is the time of the write. Returns the record after the change, or null. If a run of the same
   * job has written meanwhile that nothing was sent, and this one may have, `unsent` goes: one more command.
   */
  recordPartner(
    id: string,
    run: number,
    offerId: string,
    outcome: PartnerOutcome,
    now: Date,
  ): Promise<SearchRecord | null>;
  /** Closes a search of this run number, even if answers are missing. */
  close(id: string, run: number, now: Date, entry: SearchEntry): Promise<boolean>;
  /** Searches whose `due_at` is before `before`, oldest first. */
  overdue(
    before: Date,
    limit: number,
  ): Promise<Pick<SearchRecord, 'id' | 'run' | 'state' | 'closes_at' | 'due_at'>[]>;
  /**
   * Takes a slot by one conditional update. If it fails, a second command finds out why. A slot that the same lead
   * and submission already has counts as won. `limit`: the campaign's `max_accepted_submissions`.
   */
  takeSlot(searchId: string, slot: Slot, limit: number): Promise<SlotTaken>;
  confirmSlots(slots: readonly { search: string; lead: string; submission: number }[]): Promise<void>;
  releaseSlot(searchId: string, lead: string, run: number): Promise<void>;
  /** Every slot of all searches that is only reserved, read by an index, for the upkeep of slots. */
  reservedSlots(): AsyncIterable<ReservedSlot>;
}
