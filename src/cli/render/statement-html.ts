import escapeHtml from 'escape-html';
import { formatCents } from '../../core/catalogue/money.js';
import {
  dueDay,
  statementNotes,
  subidsText,
  sumLines,
  type PartyKind,
  type StatementHead,
  type StatementLine,
  type StatementTotals,
} from '../../core/money/statement.js';
import type { Statement } from '../../app/money/open-statement.js';
import type { StatementText } from '../../app/money/write-statement.js';
import { netText, titleOf } from './statement.js';

/** The paper's own size is used (A4 or Letter). The head of the table comes again on every page, and no row is cut. */
const STYLE = `
@page { margin: 18mm 15mm; }
body { font: 10pt/1.4 system-ui, sans-serif; color: #111; max-width: 60em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 15pt; margin: 0 0 .3em; }
dl { display: grid; grid-template-columns: max-content auto; gap: .1em 1em; margin: 0 0 1.5em; }
dt { color: #555; }
dd { margin: 0; white-space: pre-line; }
table { border-collapse: collapse; width: 100%; font-size: 8.5pt; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th, td { text-align: left; vertical-align: top; padding: .25em .5em; border-bottom: 1px solid #ccc; overflow-wrap: anywhere; }
th { border-bottom: 1.5pt solid #111; }
.amount { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
.net { font-size: 12pt; font-weight: 600; text-align: right; break-inside: avoid; }
@media print { body { margin: 0; padding: 0; max-width: none; } }
`;

const CHUNK = 500;

/** A statement as one HTML page for paper. It has no script and loads nothing. Every text in it is escaped. */
export async function* statementHtml({ head, lines }: Statement): StatementText {
  const sums = sumLines();
  let some = [topOf(head)];
  for await (const line of lines) {
    sums.add(line);
    some.push(rowOf(head.party.kind, line));
    if (some.length < CHUNK) continue;
    yield some.join('\n');
    some = [];
  }
  const totals = sums.totals();
  some.push(
    '</tbody>',
    '</table>',
    ...offersOf(totals),
    `<p class="net">${escapeHtml(netText(head, totals))}</p>`,
  );
  for (const note of statementNotes(head, totals)) some.push(`<p>${escapeHtml(note)}</p>`);
  some.push('</body>', '</html>');
  yield some.join('\n');
  return totals;
}

function topOf(head: StatementHead): string {
  const title = escapeHtml(titleOf(head));
  const { party, issuer, month, currency, time_zone } = head;
  const due = dueDay(head);
  const facts = [
    ...lettered('From', issuer.name, issuer.address),
    [party.kind === 'buyer' ? 'Buyer' : 'Affiliate', `${party.name} (${party.handle})`],
    ...lettered('Address', party.address),
    ['Month', `${month}, days in ${time_zone}`],
    ['Currency', currency],
    ...lettered('Due', due),
  ] as const;
  const names = ['Day', 'Kind', 'Lead', ...ownNames(party.kind), 'Offer', 'Program', 'Reason'];
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<title>${title}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    `<h1>${title}</h1>`,
    `<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`,
    '<table>',
    `<thead><tr>${names.map((name) => `<th scope="col">${name}</th>`).join('')}<th scope="col" class="amount">Amount</th></tr></thead>`,
    '<tbody>',
  ].join('\n');
}

const lettered = (name: string, ...lines: readonly (string | undefined)[]): [string, string][] => {
  const given = lines.filter((line) => line !== undefined);
  return given.length === 0 ? [] : [[name, given.join('\n')]];
};

/** Each offer's totals, under those of its lines. */
function offersOf({ offers }: StatementTotals): string[] {
  if (offers.length === 0) return [];
  const cell = (text: string | number, tag = 'td'): string => `<${tag} class="amount">${text}</${tag}>`;
  const names = ['Sales', 'Sold', 'Returns', 'Returned', 'Adjusted', 'Net'];
  return [
    '<h2>By offer</h2>',
    '<table>',
    `<thead><tr><th scope="col">Offer</th>${names.map((name) => cell(name, 'th')).join('')}</tr></thead>`,
    '<tbody>',
    ...offers.map(
      ({ offer, sales, sales_cents, returns, returns_cents, adjustments_cents, net_cents }) =>
        `<tr><td>${escapeHtml(offer ?? 'Adjustments without a lead')}</td>${cell(sales)}${cell(formatCents(sales_cents))}${cell(returns)}${[returns_cents, adjustments_cents, net_cents].map((cents) => cell(formatCents(cents))).join('')}</tr>`,
    ),
    '</tbody>',
    '</table>',
  ];
}

const ownNames = (kind: PartyKind): string[] =>
  kind === 'buyer' ? ['Reference'] : ['Reference', 'Subids', 'External id'];

function rowOf(kind: PartyKind, line: StatementLine): string {
  const { day, reference, offer, program, reason, subids, external_id, amount_cents } = line;
  const labels = subidsText({ subids });
  const cells = [
    ...[day, line.kind.replace('_', ' '), line.lead_id, reference],
    ...(kind === 'affiliate' ? [labels, external_id] : []),
    ...[offer, program, reason],
  ];
  const amount = amount_cents === null ? '' : formatCents(amount_cents);
  return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell ?? '')}</td>`).join('')}<td class="amount">${amount}</td></tr>`;
}
