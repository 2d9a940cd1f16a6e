import type { EarlierRun, SearchRecord, StoredResult } from './search-record.js';

/** A search may be run again so often while results of its earlier runs can still be submitted. */
export const MAX_LIVE_RUNS = 20;

/** Expired results of so many runs are still known: OFFER_UNAVAILABLE, and not 404. */
export const RUNS_REMEMBERED = 50;

/** What running a search again does with what its runs so far have shown. */
export type NextRun =
  | {
      readonly outcome: 'next';
      /** Results that leave the search, to be kept beside it; those that have expired are only remembered. */
      readonly kept: readonly StoredResult[];
      readonly remembered: readonly StoredResult[];
      /** The search's earlier runs from now on. */
      readonly earlier: readonly EarlierRun[];
    }
  | {
      readonly outcome: 'too_often';
      /** From then on it may be run again. */
      readonly until: Date;
    };

type Runs = Pick<SearchRecord, 'round' | 'earlier' | 'results'>;

/**
 * A search holds the results of its newest run alone, so that it and its polls stay the same size however often it is
 * run. One stored by the former build has those of all its runs: they leave it together.
 */
export function nextRun(search: Runs, now: Date): NextRun {
  const earlier = liveRuns(search, now);
  if (earlier.length > MAX_LIVE_RUNS) return { outcome: 'too_often', until: freeAt(earlier) };
  const isLive = ({ terms }: StoredResult): boolean => terms.expires_at > now;
  return {
    outcome: 'next',
    kept: search.results.filter(isLive),
    remembered: search.results.filter(
      (result) => !isLive(result) && result.round > search.round - RUNS_REMEMBERED,
    ),
    earlier,
  };
}

/** Runs of which a result can still be submitted, each once. */
function liveRuns({ earlier = [], results }: Runs, now: Date): EarlierRun[] {
  const runs = new Map(earlier.map((run) => [run.round, run]));
  for (const { round, terms } of results) {
    const { results: before, expires_at } = runs.get(round) ?? { results: 0, expires_at: terms.expires_at };
    const last = terms.expires_at > expires_at ? terms.expires_at : expires_at;
    runs.set(round, { round, results: before + 1, expires_at: last });
  }
  return [...runs.values()].filter(({ expires_at }) => expires_at > now);
}

/** When so many of the runs have expired that one more may come. */
function freeAt(runs: readonly EarlierRun[]): Date {
  const ends = runs.map(({ expires_at }) => expires_at.getTime()).sort((a, b) => a - b);
  return new Date(ends[ends.length - MAX_LIVE_RUNS - 1] ?? 0);
}

/**
 * What is left of an expired result: enough for a submit of it to be recorded and answered OFFER_UNAVAILABLE. It asks
 * no question and shows no consent text any more.
 */
export const remembered = ({ terms, ...result }: StoredResult): StoredResult => ({
  ...result,
  terms: {
    offer_name: '',
    offer_type: terms.offer_type,
    tcpa_text: null,
    consent_required: terms.consent_required,
    programs: [],
    form_fields: [],
    expires_at: terms.expires_at,
  },
});
