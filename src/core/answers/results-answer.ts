import { envelope, type Envelope } from '../envelope.js';
import { entryOf, type ResultEntry } from './result-entry.js';
import { soldCounts } from '../search/earlier-sales.js';
import { rankResults } from '../search/ranking.js';
import type { SearchRecord, StoredResult } from '../search/search-record.js';
import { wordsOfSearch } from '../messages.js';

/** What the answer needs besides the search: the campaign's limit, a setting, and the time. */
export interface ResultsView {
  readonly max_accepted_submissions: number;
  readonly poll_after_ms: number;
  readonly now: Date;
}

type SearchFacts = Pick<
  SearchRecord,
  'id' | 'external_id' | 'run' | 'state' | 'closes_at' | 'results' | 'partners' | 'slots'
>;

export interface ResultsAnswer extends Envelope {
  readonly svc_lead_id: string;
  readonly external_id?: string;
  readonly processing_done: boolean;
  readonly poll_after_ms?: number;
  readonly accepted_count: number;
  readonly max_accepted_submissions: number;
  readonly true_exclusive_accepted: boolean;
  readonly offers: readonly ResultEntry[];
}

/** Whether no more results will be shown: every partner answered, or the search's open time has ended. */
export function processingDone(search: SearchFacts, now: Date): boolean {
  if (search.state === 'done' || now >= search.closes_at) return true;
  const stillAsked = search.partners.some(({ run, state }) => run === search.run && state === 'asked');
  return search.state === 'asking' && !stillAsked;
}

/**
 * The results to show: those of the newest run that have not expired, without those of partners that answered too
 * late.
 */
function shownResults(search: SearchFacts, now: Date): StoredResult[] {
  const late = new Set(
    search.partners
      .filter(({ run, state }) => run === search.run && state === 'late')
      .map(({ offer_id }) => offer_id),
  );
  return search.results.filter(
    ({ run, offer_id, terms }) => run === search.run && terms.expires_at > now && !late.has(offer_id),
  );
}

/** The results envelope of the search and results operations (docs/contract/search.md#what-a-search-answers). */
export function resultsAnswer(search: SearchFacts, view: ResultsView): ResultsAnswer {
  const ranked = rankResults(shownResults(search, view.now));
  const done = processingDone(search, view.now);
  return envelope('OK', wordsOfSearch(done, ranked.length), {
    svc_lead_id: search.id,
    ...(search.external_id !== undefined && { external_id: search.external_id }),
    processing_done: done,
    ...(!done && { poll_after_ms: view.poll_after_ms }),
    ...soldCounts(search.slots),
    max_accepted_submissions: view.max_accepted_submissions,
    offers: ranked.map(entryOf),
  });
}
