import { DIMENSIONS } from '../../../core/reports/dimensions.js';
import { object, ref, text, type JsonSchema } from '../../../http/openapi/json-schema.js';
import { exactly, listOf } from './parts.js';

const number = (description: string): JsonSchema => ({ type: ['number', 'null'], description });
const whole = (description: string): JsonSchema => ({ type: ['integer', 'null'], description });

const COLUMNS: Readonly<Record<string, JsonSchema>> = {
  searches: whole('Searches; null where they cannot be split so'),
  results_shown: whole('Results shown'),
  submits: whole('Leads received'),
  accepted: whole('Of these'),
  accept_rate: number('Of the submits, from 0 to 1'),
  pending: whole('Of these'),
  unknown: whole('Of these'),
  returned: whole('Returns less undone returns'),
  return_rate: number('Of the sales of these days'),
  revenue_cents: whole('What buyers owe'),
  payout_cents: whole('What affiliates are owed'),
  margin_cents: whole('The difference'),
  earnings_per_search_cents: number('Margin for each search, with a fraction'),
  without_price: whole('Sales without a configured price; they count 0'),
  without_payout: whole('Sales without a configured payout; they count 0'),
  top_reasons: {
    type: ['array', 'null'],
    items: exactly({ reason: text(), count: { type: 'integer', minimum: 1 } }),
    description: 'The most frequent reasons of refusal',
  },
  answer_ms: {
    anyOf: [
      exactly({ p50: { type: 'number' }, p95: { type: 'number' }, p99: { type: 'number' } }),
      { type: 'null' },
    ],
    description: 'How long buyers took to answer',
  },
  timeout_share: number('Of the requests that a buyer answered or let time out'),
};

const groups = Object.fromEntries(
  DIMENSIONS.map((name): [string, JsonSchema] => [
    name,
    { type: ['string', 'null'], description: 'Present if `by` has it' },
  ]),
);

export const reportSchemas: Readonly<Record<string, JsonSchema>> = {
  Report: exactly({
    from: text('The first day'),
    to: text('The last day, included'),
    zone: text('Of days and hours'),
    currency: text('ISO 4217'),
    rows: listOf(ref('schemas', 'ReportRow')),
    total: ref('schemas', 'ReportColumns'),
    notes: listOf(text(), 'What a reader of the numbers must know'),
  }),
  ReportRow: object({ ...groups, ...COLUMNS }, Object.keys(COLUMNS)),
  ReportColumns: exactly(COLUMNS),
};
