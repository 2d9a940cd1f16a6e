import { STAGE_GROUPS } from '../../../app/stages/stage-report.js';
import { DIMENSIONS } from '../../../core/reports/dimensions.js';
import { orNull, ref, text } from '../../../http/openapi/json-schema.js';
import { anyText, exactly, exactlyWithSome, flag, listOf, number, oneOf, whole } from './parts.js';

const COLUMNS = {
  searches: orNull(whole('Searches; null where they cannot be split so')),
  results_shown: orNull(whole('Results shown')),
  submits: orNull(whole('Leads received')),
  accepted: orNull(whole('Of these')),
  accept_rate: orNull(number('Of the submits, from 0 to 1')),
  pending: orNull(whole('Of these')),
  unknown: orNull(whole('Of these')),
  sales: orNull(whole('Sales booked')),
  sold_cents: orNull(whole('What buyers owe for them; never negative, since returns stand apart')),
  returned: orNull(whole('Returns booked')),
  returned_cents: orNull(whole('What they took from the revenue')),
  returns_undone: orNull(whole('Returns undone, whenever they were booked')),
  returns_undone_cents: orNull(whole('What that gave back to the revenue')),
  return_rate: orNull(number('Returns minus undone returns, at least 0, as a share of the sales')),
  revenue_cents: orNull(whole('What buyers owe: sold, less returned, plus undone, and adjustments')),
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

const stageGroups = Object.fromEntries(STAGE_GROUPS.map((name) => [name, GROUP])) as Readonly<
  Record<(typeof STAGE_GROUPS)[number], typeof GROUP>
>;

export const reportSchemas = {
  Report: exactly({
    from: text('The first day'),
    to: text('The last day, included'),
    zone: text('Of days and hours'),
    currency: text('ISO 4217'),
    running: orNull(
      exactly(
        { day: text(), hour: text('00 to 23') },
        'The day and the hour that are not over, if the report has that day',
      ),
    ),
    names: listOf(
      exactly({ kind: oneOf(DIMENSIONS), handle: text(), name: text() }),
      "The names of the catalogue's entries, which rows have by their handles",
    ),
    rows: listOf(ref('schemas', 'ReportRow')),
    total: ref('schemas', 'ReportColumns'),
    previous: orNull(
      exactly(
        {
          from: text('The first day'),
          to: text('The last day, included'),
          total: ref('schemas', 'ReportColumns'),
        },
        'The period before; null if it was not asked for',
      ),
    ),
    notes: listOf(text(), 'What a reader of the numbers must know'),
  }),
  ReportRow: exactlyWithSome(COLUMNS, {
    ...groups,
    previous: ref('schemas', 'ReportColumns'),
  }),
  ReportColumns: exactly(COLUMNS),
  StageReport: exactly({
    from: text('The first day of sales'),
    to: text('The last day, included'),
    zone: text('The accounting zone'),
    currency: text('ISO 4217'),
    rows: listOf(ref('schemas', 'StageRow')),
    total: ref('schemas', 'StageRow'),
  }),
  StageRow: exactlyWithSome(
    {
      sold: whole('Leads sold'),
      revenue_cents: whole('What buyers owe for them, less returns', {}),
      average_age_days: orNull(whole('How long ago they were sold, on average; null: none was')),
      stages: listOf(ref('schemas', 'StageColumns'), 'In the order of the catalogue'),
    },
    stageGroups,
  ),
  StageColumns: exactlyWithSome(
    {
      stage: text('Its code'),
      label: text('As the catalogue calls it'),
      leads: whole('Leads that reached it'),
      cost_cents: orNull(whole('Revenue for each that reached it; null: none did')),
      value_cents: whole('What the buyer said they are worth, in all'),
      is_young: flag('Some sales are younger than most leads need to reach it, so it is too early to judge'),
    },
    {
      rate: number('The share of the sold leads, from 0 to 1; absent: nothing was sold'),
      low: number('The lower end of its 95% interval'),
      high: number('The upper end'),
    },
  ),
};
