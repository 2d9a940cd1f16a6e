import type { LeadData, Tracking } from '../../core/lead/lead-data.js';
import type {
  IdentityKey,
  PartnerAsk,
  SearchConsent,
  SearchRecord,
  SearchState,
  Slot,
  StoredResult,
  OfferVerdict,
} from '../../core/search/search-record.js';
import type { SearchEntry } from '../../core/search/search-entry.js';

/** What one run of a search found; written in one conditional update. */
export interface SearchRun {
  readonly state: Extract<SearchState, 'asking' | 'done'>;
  /** null: nothing is due any more. */
  readonly due_at: Date | null;
  readonly catalogue_version: number;
  readonly results: readonly StoredResult[];
  readonly partners: readonly PartnerAsk[];
  readonly verdicts: readonly OfferVerdict[];
  readonly entries: readonly SearchEntry[];
}

/** What searching again under the same id replaces. */
export interface SearchAgain {
  readonly campaign_id: string;
  readonly request_id: string;
  /** Whether it is asked for as a test; the search stays what it was. */
  readonly is_test: boolean;
  readonly due_at: Date;
  readonly closes_at: Date;
  readonly lead: LeadData;
  readonly tracking: Tracking;
  readonly consent: SearchConsent;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly identities: readonly IdentityKey[];
  readonly entries: readonly SearchEntry[];
}

export interface PartnerOutcome {
  readonly state: Extract<PartnerAsk['state'], 'answered' | 'failed' | 'late'>;
  readonly at: Date;
  readonly detail?: string;
  readonly results: readonly StoredResult[];
  readonly entries: readonly SearchEntry[];
}

/** Who searches again: to a test key live searches are unknown. */
export interface SearchOwner {
  readonly affiliate_id: string;
  readonly is_test: boolean;
}

/** The answer to searching again. `live`: a live search was to be run again as a test. `too_often`: too many runs have results that can still be submitted. */
export type SearchedAgain =
  | { readonly outcome: 'rerun'; readonly round: number }
  | { readonly outcome: 'submitted' | 'unknown' | 'live' }
  | { readonly outcome: 'too_often'; readonly until: Date };

/** What a poll needs: of the newest run alone, and nothing of the person. */
export type ShownSearch = Pick<
  SearchRecord,
  | 'id'
  | 'affiliate_id'
  | 'campaign_id'
  | 'is_test'
  | 'round'
  | 'state'
  | 'closes_at'
  | 'results'
  | 'partners'
  | 'slots'
>;

export type SlotTaken = { readonly won: true } | { readonly won: false; readonly slots: readonly Slot[] };

/** A slot that a lead's round has reserved in a search. */
export interface ReservedSlot {
  readonly search: string;
  readonly lead: string;
  readonly round: number;
}

/** Searches in MongoDB. Each method is one command unless it says otherwise. Throws on an outage. */
export interface SearchStore {
  insert(search: SearchRecord): Promise<void>;
  read(id: string): Promise<SearchRecord | null>;
  /** The search as it is shown at `now`: results that have expired are not read. */
  readShown(id: string, now: Date): Promise<ShownSearch | null>;
  /** A result of an earlier run of the search; one that expired long ago is not known any more. */
  earlierResult(id: string, resultId: string): Promise<StoredResult | null>;
  /**
   * Starts the next round with new data: `rerun` gives its number. The results so far leave the search and are kept
   * beside it (`core/earlier-runs.ts`). `submitted`: a slot is taken (something of it was accepted or is on its way).
   * `unknown`: no such search of this affiliate. A read, up to two writes, and one conditional update.
   */
  searchAgain(id: string, mine: SearchOwner, again: SearchAgain, now: Date): Promise<SearchedAgain>;
  /** Of earlier runs' results that have expired at `now` only the little that is needed stays. How many there were. */
  forgetTerms(now: Date): Promise<number>;
  /** Takes a `new` search (or one whose worker's time ran out) of this round to work; null: nothing to do. */
  take(id: string, round: number, now: Date, until: Date): Promise<SearchRecord | null>;
  /** False when the search is no longer running in this round and run. */
  finishRun(id: string, round: number, runs: number, run: SearchRun): Promise<boolean>;
  /** Writes one partner's outcome where it is still `asked` in this round; the record after it, or null. */
  recordPartner(
    id: string,
    round: number,
    offerId: string,
    outcome: PartnerOutcome,
  ): Promise<SearchRecord | null>;
  /** Ends a search of this round whatever is missing. */
  close(id: string, round: number, now: Date, entry: SearchEntry): Promise<boolean>;
  /** Searches whose `due_at` is before `before`, oldest first. */
  overdue(
    before: Date,
    limit: number,
  ): Promise<Pick<SearchRecord, 'id' | 'round' | 'state' | 'closes_at' | 'due_at'>[]>;
  /**
   * Takes a slot by one conditional update (a second command only when it fails, to see why). A slot that the
   * same lead and round already has counts as won. `limit`: the campaign's `max_accepted_submissions`.
   */
  takeSlot(searchId: string, slot: Slot, limit: number): Promise<SlotTaken>;
  confirmSlots(slots: readonly { search: string; lead: string; round: number }[]): Promise<void>;
  releaseSlot(searchId: string, lead: string, round: number): Promise<void>;
  /** Every slot that is only reserved, of all searches, by an index; for the upkeep of slots. */
  reservedSlots(): AsyncIterable<ReservedSlot>;
}
