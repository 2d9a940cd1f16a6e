import { rankResults } from '../search/ranking.js';
import type { SearchRecord, StoredResult } from '../search/search-record.js';
import { timelineEntry } from './lead-view.js';
import type { NameEntry } from './names.js';

/** What a list says about a search. It has no personal data. */
export const searchSummary = (search: SearchRecord, name: NameEntry) => ({
  id: search.id,
  state: search.state,
  is_test: search.is_test,
  created_at: search.created_at,
  affiliate: name('affiliates', search.affiliate_id),
  campaign: name('campaigns', search.campaign_id),
  request_id: search.request_id,
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
  run: search.round,
  affiliate: name('affiliates', search.affiliate_id),
  campaign: name('campaigns', search.campaign_id),
  request_id: search.request_id,
  catalogue_version: search.catalogue_version ?? null,
  open_until: search.closes_at,
  next_step_at: search.due_at ?? null,
  offers: search.verdicts.map(({ offer_id, returned, refusal, programs_out = [] }) => ({
    offer: name('offers', offer_id),
    returned,
    refusal: refusal ?? null,
    programs_out,
  })),
  results: resultsOf(search).map((result, at) => resultOf(result, at + 1, name)),
  partners: search.partners.map(({ offer_id, round, state, asked_at, answered_at, detail }) => ({
    offer: name('offers', offer_id),
    run: round,
    state,
    asked_at,
    answered_at: answered_at ?? null,
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
});

/** The results of the newest run, best first. */
const resultsOf = ({ results, round }: SearchRecord): readonly StoredResult[] =>
  rankResults(results.filter((result) => result.round === round));

const resultOf = ({ id, offer_id, priority, terms }: StoredResult, rank: number, name: NameEntry) => ({
  rank,
  id,
  offer: name('offers', offer_id),
  offer_type: terms.offer_type,
  payout_cents: terms.payout_cents ?? null,
  bid_cents: terms.bid_cents ?? null,
  priority,
  programs: terms.programs.map(({ value }) => value),
  expires_at: terms.expires_at,
});
