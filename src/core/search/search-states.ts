import type { Arrow } from '../lead/lead-states.js';
import type { SearchState } from './search-record.js';

const arrow = (from: SearchState, to: SearchState, by: string, when: string): Arrow<SearchState> => ({
  from,
  to,
  by,
  when,
});

const AGAIN = 'the client searches again under the same id: the next run number';

/** All transitions of a search. Each one is a conditional update on (id, round, state). */
export const SEARCH_ARROWS: readonly Arrow<SearchState>[] = [
  arrow('new', 'running', 'search worker', 'a worker takes the search'),
  arrow('running', 'running', 'search worker', 'the previous worker did not come back'),
  arrow('running', 'asking', 'search worker', 'direct offers are ready; partners are being asked'),
  arrow('running', 'done', 'search worker', 'all offers are ready; there is no partner to ask'),
  arrow('asking', 'done', 'partner worker', 'the last partner answered'),
  arrow('new', 'done', 'sweeper', 'its open time is over (45 s)'),
  arrow('running', 'done', 'sweeper', 'its open time is over (45 s)'),
  arrow('asking', 'done', 'sweeper', 'its open time is over (45 s)'),
  arrow('new', 'new', 'client', AGAIN),
  arrow('running', 'new', 'client', AGAIN),
  arrow('asking', 'new', 'client', AGAIN),
  arrow('done', 'new', 'client', AGAIN),
];
