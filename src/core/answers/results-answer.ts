import { envelope, type Envelope } from '../envelope.js';
import { soldCounts } from '../exclusivity/slots.js';
import { toMoney } from '../money/payout.js';
import { rankResults } from '../search/ranking.js';
import type { FormField, SearchRecord, StoredResult } from '../search/search-record.js';
import { wordsOfSearch } from '../messages.js';

/** What the answer needs besides the search: the campaign's limit, a setting, and the time. */
export interface ResultsView {
  readonly max_accepted_submissions: number;
  readonly poll_after_ms: number;
  readonly now: Date;
}

type SearchFacts = Pick<
  SearchRecord,
  'id' | 'external_id' | 'round' | 'state' | 'closes_at' | 'results' | 'partners' | 'slots'
>;

export interface ResultEntry {
  readonly svc_result_id: string;
  readonly campaign_id: string;
  readonly offer: {
    readonly id: string;
    readonly name: string;
    readonly offer_type: string;
    readonly is_exclusive: boolean;
    readonly tcpa_text: string | null;
  };
  readonly school?: { readonly name: string; readonly logo_url: string | null };
  readonly programs: readonly { readonly value: string; readonly label: string; readonly payout?: number }[];
  readonly payout?: number;
  readonly form_fields: readonly FormField[];
  readonly expires_at: string;
}

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

const payoutOf = (cents: number | undefined): { payout?: number } =>
  cents === undefined ? {} : { payout: toMoney(cents) };

/**
 * Only the published members (docs/contract/search.md#result-entries). Other members of a question are left out.
 */
const shownField = ({ name, label, type, required, required_when, pattern, options }: FormField) => ({
  name,
  label,
  type,
  required,
  ...(pattern === undefined ? {} : { pattern }),
  ...(required_when && { required_when: { program_ids: required_when.program_ids } }),
  ...(options && { options: options.map(({ value, label: text }) => ({ value, label: text })) }),
});

function entryOf({ id, campaign_id, offer_id, terms }: StoredResult): ResultEntry {
  return {
    svc_result_id: id,
    campaign_id,
    offer: {
      id: offer_id,
      name: terms.offer_name,
      offer_type: terms.offer_type,
      is_exclusive: terms.offer_type !== 'shared',
      tcpa_text: terms.tcpa_text,
    },
    ...(terms.school && { school: { name: terms.school.name, logo_url: terms.school.logo_url ?? null } }),
    programs: terms.programs.map(({ value, label, payout_cents }) => ({
      value,
      label,
      ...payoutOf(payout_cents),
    })),
    ...payoutOf(terms.payout_cents),
    form_fields: terms.form_fields.map(shownField),
    expires_at: terms.expires_at.toISOString(),
  };
}

/** Whether no more results will be shown: every partner answered, or the search's open time has ended. */
export function processingDone(search: SearchFacts, now: Date): boolean {
  if (search.state === 'done' || now >= search.closes_at) return true;
  const stillAsked = search.partners.some(({ round, state }) => round === search.round && state === 'asked');
  return search.state === 'asking' && !stillAsked;
}

/**
 * The results to show: those of the newest run that have not expired, without those of partners that answered too
 * late.
 */
function shownResults(search: SearchFacts, now: Date): StoredResult[] {
  const late = new Set(
    search.partners
      .filter(({ round, state }) => round === search.round && state === 'late')
      .map(({ offer_id }) => offer_id),
  );
  return search.results.filter(
    ({ round, offer_id, terms }) => round === search.round && terms.expires_at > now && !late.has(offer_id),
  );
}

/** The results envelope of the search and results operations (docs/contract/search.md#what-a-search-answers). */
export function resultsAnswer(search: SearchFacts, view: ResultsView): ResultsAnswer {
  const done = processingDone(search, view.now);
  const offers = rankResults(shownResults(search, view.now)).map(entryOf);
  return envelope('OK', wordsOfSearch(done, offers.length), {
    svc_lead_id: search.id,
    ...(search.external_id !== undefined && { external_id: search.external_id }),
    processing_done: done,
    ...(!done && { poll_after_ms: view.poll_after_ms }),
    ...soldCounts(search.slots),
    max_accepted_submissions: view.max_accepted_submissions,
    offers,
  });
}
