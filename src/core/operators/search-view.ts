import { rankResults } from '../search/ranking.js';
import type { PartnerAsk, SearchRecord, StoredResult } from '../search/search-record.js';
import { timelineEntry } from './lead-view.js';
import { calledBy, type NameEntry } from './names.js';
import { refusalSentence } from './refusal-sentence.js';

/** What a list says about a search. It has no personal data. */
export const searchSummary = (search: SearchRecord, name: NameEntry) => ({
  id: search.id,
  state: search.state,
  is_test: search.is_test,
  created_at: search.created_at,
  affiliate: name('affiliates', search.affiliate_id),
  campaign: name('campaigns', search.campaign_id),
  request_id: search.request_id,
  external_id: search.external_id ?? null,
});

/**
 * All that an operator may read about one search: which offers it returned, which it did not, and why. Personal data
 * is as the record has it, so mask the record first.
 */
export const searchView = (search: SearchRecord, name: NameEntry) => ({
  id: search.id,
  state: search.state,
  is_test: search.is_test,
  created_at: search.created_at,
  run: search.run,
  affiliate: name('affiliates', search.affiliate_id),
  campaign: name('campaigns', search.campaign_id),
  request_id: search.request_id,
  external_id: search.external_id ?? null,
  catalogue_version: search.catalogue_version ?? null,
  summary: searchSentence(search),
  open_until: search.closes_at,
  next_step_at: search.due_at ?? null,
  offers: search.verdicts.map(({ offer_id, returned, refusal, programs_out = [] }) => ({
    offer: name('offers', offer_id),
    returned,
    sentence: refusal
      ? refusalSentence(refusal, calledBy(name('offers', offer_id)))
      : returned
        ? 'Shown.'
        : 'Not shown.',
    refusal: refusal ?? null,
    programs_out: programs_out.map((out) => ({ ...out, sentence: refusalSentence(out.refusal) })),
  })),
  results: resultsOf(search).map((result, at) => resultOf(result, at + 1, name)),
  partners: search.partners.map(({ offer_id, run, state, asked_at, answered_at, detail }) => ({
    offer: name('offers', offer_id),
    run,
    state,
    asked_at,
    answered_at: answered_at ?? null,
    sentence: partnerSentence(search, state, resultsFrom(search, offer_id)),
    detail: detail ?? null,
  })),
  slots: search.slots.map(({ lead, offer_id, offer_type, state }) => ({
    lead_id: lead,
    offer: name('offers', offer_id),
    offer_type,
    state,
  })),
  timeline: search.timeline.map((entry) => timelineEntry(entry, name)),
  consent: search.consent,
  lead: search.lead,
  tracking: search.tracking,
  extra: search.extra,
  lacks_key: search.lacks_key ?? null,
});

/** What came out of a search, in one sentence. */
function searchSentence(search: SearchRecord): string {
  const { state, verdicts, partners } = search;
  if (state === 'new') return 'It hasn’t been evaluated yet.';
  const asked = partners.filter(({ run }) => run === search.run).length;
  const results = resultsOf(search).length;
  const open = state === 'asking' ? ' Partners are still being asked.' : '';
  return `${results} ${results === 1 ? 'result was' : 'results were'} shown, of ${verdicts.length + asked} offers.${open}`;
}

const resultsFrom = (search: SearchRecord, offerId: string): number =>
  resultsOf(search).filter(({ offer_id }) => offer_id === offerId).length;

function partnerSentence(search: SearchRecord, state: PartnerAsk['state'], results: number): string {
  switch (state) {
    case 'asked':
      return search.state === 'done'
        ? 'It didn’t answer while the search was open.'
        : 'It hasn’t answered yet.';
    case 'answered':
      return results === 0
        ? 'It answered that it has nothing for this person.'
        : `It answered: ${results} shown.`;
    case 'failed':
      return 'It couldn’t be asked, or its answer couldn’t be read.';
    case 'late':
      return 'It didn’t answer while the search was open.';
  }
}

/** The results of the newest run, best first. */
const resultsOf = ({ results, run }: SearchRecord): readonly StoredResult[] =>
  rankResults(results.filter((result) => result.run === run));

const resultOf = ({ id, offer_id, priority, terms }: StoredResult, rank: number, name: NameEntry) => ({
  rank,
  id,
  offer: name('offers', offer_id),
  offer_type: terms.offer_type,
  payout_cents: terms.payout_cents ?? null,
  timed_changes: changesOf(terms),
  bid_cents: terms.bid_cents ?? null,
  priority,
  programs: terms.programs.map(({ value }) => value),
  expires_at: terms.expires_at,
});

/** The timed changes that set a payout of the result. */
const changesOf = ({ programs, base_payout_change }: StoredResult['terms']): number[] => {
  const changes = [...programs.map(({ payout_change }) => payout_change), base_payout_change];
  return [...new Set(changes.filter((change) => change !== undefined))];
};
