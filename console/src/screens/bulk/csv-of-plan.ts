import { csvOf } from '../../words/csv';
import type { Plan } from './use-bulk';

type Row = Plan['rows'][number];

/** What happens to a row's lead, with what was asked for it. */
export const saidOf = ({ text, asked }: Pick<Row, 'text' | 'asked'>): string =>
  text.includes(asked) ? text : `${asked}: ${text}`;

const HEAD = [
  ...['line', 'lead_id', 'reference', 'received_at', 'offer', 'affiliate', 'price', 'payout', 'currency'],
  ...['was', 'asked', 'outcome', 'text'],
];

/** Amounts are decimal, as in all files. */
const amountOf = (cents: number | null): string | null => (cents === null ? null : (cents / 100).toFixed(2));

/** All rows of a plan, in the order of its file, as CSV. */
export const csvOfPlan = ({ rows, currency }: Pick<Plan, 'rows' | 'currency'>): string =>
  csvOf(
    HEAD,
    rows.map((row) => [
      ...[row.line, row.lead_id, row.reference, row.received_at],
      ...[row.offer?.handle ?? row.offer?.id, row.affiliate?.handle ?? row.affiliate?.id],
      ...[amountOf(row.price_cents), amountOf(row.payout_cents), currency],
      ...[row.was, row.asked, row.outcome, row.text],
    ]),
  );
