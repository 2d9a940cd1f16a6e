import { formatCents } from '../../core/catalogue/money.js';
import {
  statementNotes,
  subidsText,
  sumLines,
  type StatementHead,
  type StatementLine,
  type StatementTotals,
} from '../../core/money/statement.js';
import type { Statement } from '../../app/money/open-statement.js';
import { renderPairs, renderRows, renderTable } from './table.js';

/** A terminal shows at most this many lines. The files have all of them. */
const MAX_SHOWN = 1_000;

export const titleOf = ({ number, party, month }: StatementHead): string =>
  number === undefined
    ? `Draft of a statement for ${party.kind} ${party.handle}, ${month}`
    : `Statement ${number}`;

/** The net, and who owes it to whom. */
export function netText({ party, currency }: StatementHead, { net_cents }: StatementTotals): string {
  const net = `Net: ${formatCents(net_cents)} ${currency}`;
  if (net_cents >= 0) return net;
  return `${net} (credit${party.kind === 'buyer' ? ' to the buyer' : ' to the exchange'})`;
}

const OFFER_COLUMNS =
  'offer sales sold=sales_cents returns returned=returns_cents adjusted=adjustments_cents net=net_cents';

/** The statement for a terminal. */
export async function renderStatement({ head, lines }: Statement): Promise<string> {
  const { party, currency, time_zone, month } = head;
  const sums = sumLines();
  const shown: StatementLine[] = [];
  for await (const line of lines) {
    sums.add(line);
    if (shown.length < MAX_SHOWN) shown.push(line);
  }
  const totals = sums.totals();
  const more = totals.lines - shown.length;
  return [
    titleOf(head),
    ...(head.number === undefined ? ['The month is not closed: more entries may come.'] : []),
    renderPairs([
      [party.kind, `${party.name} (${party.handle})`],
      ['month', `${month}, days in ${time_zone}`],
      ['currency', currency],
    ]),
    '',
    shown.length === 0 ? 'No movements.' : tableOf(head, shown),
    ...(more > 0 ? [`${more} more lines are not shown: --csv, --json and --html have all of them.`] : []),
    '',
    ...(totals.lines === 0 ? [] : [renderRows(totals.offers, OFFER_COLUMNS), '']),
    netText(head, totals),
    ...statementNotes(head, totals),
  ].join('\n');
}

function tableOf({ party }: StatementHead, lines: readonly StatementLine[]): string {
  const isBuyer = party.kind === 'buyer';
  return renderTable(
    [
      'day',
      'kind',
      'lead',
      'reference',
      ...(isBuyer ? [] : ['subids', 'external id']),
      'offer',
      'program',
      'reason',
      'amount',
    ],
    lines.map(
      ({ day, kind, lead_id, reference, subids, external_id, offer, program, reason, amount_cents }) => [
        ...[day, kind, lead_id ?? '', reference ?? ''],
        ...(isBuyer ? [] : [subidsText({ subids }), external_id ?? '']),
        ...[offer ?? '', program ?? '', reason ?? ''],
        amount_cents === null ? '' : formatCents(amount_cents),
      ],
    ),
  );
}
