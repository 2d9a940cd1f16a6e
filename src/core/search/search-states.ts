import type { Transition } from '../lead/lead-states.js';
import type { SearchRecord, SearchState } from './search-record.js';

const arrow = (from: SearchState, to: SearchState, by: string, when: string): Transition<SearchState> => ({
  from,
  to,
  by,
  when,
});

const AGAIN = 'the client searches again under the same id: the next run number';

/** All transitions of a search. Each one is a conditional update on (id, run, state). */
export const SEARCH_TRANSITIONS: readonly Transition<SearchState>[] = [
  arrow('new', 'asking', 'search worker', 'direct offers are ready; partners are being asked'),
  arrow('new', 'done', 'search worker', 'all offers are ready; there is no partner to ask'),
  arrow('asking', 'done', 'partner worker', 'the last partner answered'),
  arrow('new', 'done', 'search worker or sweeper', 'its open time is over (45 s)'),
  arrow('asking', 'done', 'sweeper', 'its open time is over (45 s)'),
  arrow('new', 'new', 'client', AGAIN),
  arrow('asking', 'new', 'client', AGAIN),
  arrow('done', 'new', 'client', AGAIN),
];

/** Whether the open time of the search is over: every poll says that it is done, so nothing more may be shown. */
export const isOpenTimeOver = ({ closes_at }: Pick<SearchRecord, 'closes_at'>, now: Date): boolean =>
  now >= closes_at;
