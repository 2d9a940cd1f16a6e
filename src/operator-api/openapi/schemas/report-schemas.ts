import { DIMENSIONS } from '../../../core/reports/dimensions.js';
import { orNull, ref, text } from '../../../http/openapi/json-schema.js';
import { anyText, exactly, exactlyWithSome, listOf, number, whole } from './parts.js';

const COLUMNS = {
  searches: orNull(whole('Searches; null where they cannot be split so')),
  results_shown: orNull(whole('Results shown')),
  submits: orNull(whole('Leads received')),
  accepted: orNull(whole('Of these')),
  accept_rate: orNull(number('Of the submits, from 0 to 1')),
  pending: orNull(whole('Of these')),
  unknown: orNull(whole('Of these')),
  returned: orNull(whole('Returns booked')),
  returns_undone: orNull(whole('Returns undone, whenever they were booked')),
  return_rate: orNull(number('Returns minus undone returns, at least 0, as a share of the sales')),
  revenue_cents: orNull(whole('What buyers owe')),
  payout_cents: orNull(whole('What affiliates are owed')),
  margin_cents: orNull(whole('The difference')),
  earnings_per_search_cents: orNull(number('Margin for each search, with a fraction')),
  without_price: orNull(whole('Sales without a configured price; they count 0')),
  without_payout: orNull(whole('Sales without a configured payout; they count 0')),
  top_reasons: orNull(
    listOf(
      exactly({ reason: text(), count: whole(undefined, { minimum: 1 }) }),
      'The most frequent reasons of refusal',
    ),
  ),
  answer_ms: orNull(
    exactly({ p50: number(), p95: number(), p99: number() }, 'How long buyers took to answer'),
  ),
  timeout_share: orNull(number('Of the requests that a buyer answered or let time out')),
};

const GROUP = orNull(anyText('Present if `by` has it'));
const groups = Object.fromEntries(DIMENSIONS.map((name) => [name, GROUP])) as Readonly<
  Record<(typeof DIMENSIONS)[number], typeof GROUP>
>;

export const reportSchemas = {
  Report: exactly({
    from: text('The first day'),
    to: text('The last day, included'),
    zone: text('Of days and hours'),
    currency: text('ISO 4217'),
    rows: listOf(ref('schemas', 'ReportRow')),
    total: ref('schemas', 'ReportColumns'),
    notes: listOf(text(), 'What a reader of the numbers must know'),
  }),
  ReportRow: exactlyWithSome(COLUMNS, groups),
  ReportColumns: exactly(COLUMNS),
};
