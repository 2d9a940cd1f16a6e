import type { EarlierAsk, EarlierRun, ResultTerms, SearchRecord, StoredResult } from './search-record.js';

/** What runs need of a result, whose terms may be stored elsewhere. */
interface AnyResult extends Pick<StoredResult, 'run'> {
  readonly terms: Pick<ResultTerms, 'expires_at'>;
}

/** How many earlier runs may have results that can still be submitted. With more, the search can't run again. */
export const MAX_LIVE_RUNS = 20;

/**
 * How many runs back expired results are remembered, and which partners were asked. A submit of such a result gets
 * OFFER_UNAVAILABLE instead of 404. The evidence of a lead may be made after further runs.
 */
export const RUNS_REMEMBERED = 50;

/**
 * How long the terms of an expired result stay whole. A submit counts from when its headers arrived, and reads the terms
 * later: when its body is here, and on a process whose clock may differ.
 */
const TERMS_GRACE_MS = 300_000;

/** Terms of results that expired before this moment are forgotten. */
export const termsForgottenBefore = (now: Date): Date => new Date(now.getTime() - TERMS_GRACE_MS);

/** How a new run of a search treats the results of its earlier runs. */
export type NextRun<Result extends AnyResult> =
  | {
      readonly outcome: 'next';
      /** Results to move out of the search record and to store beside it. Those that expired minutes ago are only remembered. */
      readonly kept: readonly Result[];
      readonly remembered: readonly Result[];
      /** The search's earlier runs after this one. */
      readonly earlier: readonly EarlierRun[];
      /** Which partners were asked in them. */
      readonly earlier_asks: readonly EarlierAsk[];
    }
  | {
      readonly outcome: 'too_often';
      /** The search may run again from this time. */
      readonly until: Date;
    };

interface Runs<Result = AnyResult> extends Pick<
  SearchRecord,
  'run' | 'earlier' | 'partners' | 'earlier_asks'
> {
  readonly results: readonly Result[];
}

/**
 * Prepares the next run of a search. A search record holds only the results of its newest run, so that the record and
 * its polls stay the same size after many runs.
 */
export function nextRun<Result extends AnyResult>(search: Runs<Result>, now: Date): NextRun<Result> {
  const earlier = liveRuns(search, now);
  if (earlier.length > MAX_LIVE_RUNS) return { outcome: 'too_often', until: freeAt(earlier) };
  const before = termsForgottenBefore(now);
  const isWhole = ({ terms }: Result): boolean => terms.expires_at > before;
  return {
    outcome: 'next',
    kept: search.results.filter(isWhole),
    remembered: search.results.filter((result) => !isWhole(result)),
    earlier,
    earlier_asks: asksSoFar(search),
  };
}

function asksSoFar({ run: newest, partners, earlier_asks = [] }: Runs): EarlierAsk[] {
  const asks = partners.flatMap(({ offer_id, run, asked_at, unsent }) =>
    unsent ? [] : [{ offer_id, run, asked_at }],
  );
  return [...earlier_asks, ...asks].filter(({ run }) => run > newest - RUNS_REMEMBERED);
}

/** Runs with a result that can still be submitted, without repeats. */
function liveRuns({ earlier = [], results }: Runs, now: Date): EarlierRun[] {
  const runs = new Map(earlier.map((run) => [run.run, run]));
  for (const { run: runNumber, terms } of results) {
    const { results: before, expires_at } = runs.get(runNumber) ?? {
      results: 0,
      expires_at: terms.expires_at,
    };
    const last = terms.expires_at > expires_at ? terms.expires_at : expires_at;
    runs.set(runNumber, { run: runNumber, results: before + 1, expires_at: last });
  }
  return [...runs.values()].filter(({ expires_at }) => expires_at > now);
}

/** When enough runs have expired for one more run. */
function freeAt(runs: readonly EarlierRun[]): Date {
  const ends = runs.map(({ expires_at }) => expires_at.getTime()).sort((a, b) => a - b);
  return new Date(ends[ends.length - MAX_LIVE_RUNS - 1] ?? 0);
}

/**
 * The remembered part of a partner's expired result. It is enough to record a submit of it and to answer
 * OFFER_UNAVAILABLE. Its texts are dropped.
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
    buyer_id: terms.buyer_id,
  },
});

/**
 * Whether only the remembered part is left of these terms (`remembered`). Shown terms always name their offer.
 */
export const areForgotten = ({ offer_name }: Pick<ResultTerms, 'offer_name'>): boolean => offer_name === '';
