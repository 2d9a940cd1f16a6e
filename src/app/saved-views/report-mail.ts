import { formatCents } from '../../core/catalogue/money.js';
import type { Columns, ReportRow } from '../../core/reports/columns.js';
import type { Dimension } from '../../core/reports/dimensions.js';
import type { SavedView } from '../../core/saved-views/saved-view.js';
import type { Mail } from '../ports/send-mail.js';
import { reportCsv } from '../reports/report-csv.js';
import type { Report } from '../reports/report.js';

/** The rows of a mail. The file that comes with it has all. */
const MOST_ROWS = 50;

type Content = Omit<Mail, 'to'>;

const count = (value: number | null): string => (value === null ? '–' : String(value));
const money = (cents: number | null): string => (cents === null ? '–' : formatCents(cents));
const share = (value: number | null): string => (value === null ? '–' : `${(value * 100).toFixed(1)}%`);

const COLUMNS: readonly (readonly [head: string, show: (columns: Columns) => string])[] = [
  ['Searches', ({ searches }) => count(searches)],
  ['Submits', ({ submits }) => count(submits)],
  ['Accepted', ({ accepted }) => count(accepted)],
  ['Accept rate', ({ accept_rate }) => share(accept_rate)],
  ['Sold amount', ({ sold_cents }) => money(sold_cents)],
  ['Returned amount', ({ returned_cents }) => money(returned_cents)],
  ['Revenue', ({ revenue_cents }) => money(revenue_cents)],
  ['Payout', ({ payout_cents }) => money(payout_cents)],
  ['Margin', ({ margin_cents }) => money(margin_cents)],
];

const HEADS: Readonly<Record<Dimension, string>> = {
  ...{ day: 'Day', hour: 'Hour', affiliate: 'Affiliate', campaign: 'Campaign', buyer: 'Buyer' },
  ...{ offer: 'Offer', program: 'Program', subid: 'Subid', state: 'US state', code: 'Decision' },
  reason: 'Reason of refusal',
};

const daysOf = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  from === to ? from : `${from} to ${to}`;

const linkOf = ({ screen, query }: SavedView, consoleUrl: string): string =>
  `${consoleUrl}/${screen}?${query}`;

/** The mail of a report: its rows as a table and in words, and all of it as a CSV. */
export function reportMail(view: SavedView, report: Report, consoleUrl: string): Content {
  const { by, rows, total, previous, currency, zone } = report;
  const about = `${daysOf(report)} (${zone}), amounts in ${currency}${previous ? `. Below each number: ${daysOf(previous)}` : ''}.`;
  const shown = rows.slice(0, MOST_ROWS);
  const left = rows.length - shown.length;
  const more = left > 0 ? `${left} more rows are in the file.` : '';
  const link = linkOf(view, consoleUrl);
  const lines = [...shown.map((row) => lineOf(report, row)), `Total: ${numbersOf(total)}`];
  return {
    subject: `[Leadkeep] ${view.name}: ${daysOf(report)}`,
    text: [about, ...lines, more, `Open it: ${link}`].filter((line) => line !== '').join('\n\n'),
    html: [
      `<p>${escaped(about)}</p>`,
      '<table cellpadding="6" style="border-collapse:collapse;font-family:sans-serif;font-size:13px">',
      `<tr>${[...by.map((group) => HEADS[group]), ...COLUMNS.map(([head]) => head)].map((head) => cell('th', head)).join('')}</tr>`,
      ...shown.map((row) =>
        htmlRow(
          by.map((group) => nameOf(report, row, group)),
          row,
          row.previous,
        ),
      ),
      htmlRow(
        by.map((_, at) => (at === 0 ? 'Total' : '')),
        total,
        previous?.total,
      ),
      `</table><p>${escaped(more)}</p><p><a href="${escaped(link)}">Open it in Leadkeep</a></p>`,
    ].join('\n'),
    attachments: [{ filename: `report-${report.from}-${report.to}.csv`, content: reportCsv(report) }],
  };
}

/** The mail of a view that can't be shown any more. */
export const faultMail = (view: SavedView, why: string, consoleUrl: string): Content => ({
  subject: `[Leadkeep] ${view.name} can't be shown any more`,
  text: `${why}\n\nNothing more is mailed until its owner changes the view and schedules it again: ${linkOf(view, consoleUrl)}`,
});

function nameOf({ names, running }: Report, row: ReportRow, group: Dimension): string {
  const value = row[group] ?? '–';
  if (group === 'day' && value === running?.day) return `${value}, so far`;
  if (group === 'hour') return `${value}:00`;
  return names.find(({ kind, handle }) => kind === group && handle === value)?.name ?? value;
}

const numbersOf = (columns: Columns): string =>
  COLUMNS.map(([head, show]) => `${head.toLowerCase()} ${show(columns)}`).join(', ');

const lineOf = (report: Report, row: ReportRow): string =>
  `${report.by.map((group) => nameOf(report, row, group)).join(', ')}: ${numbersOf(row)}`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const cell = (tag: 'td' | 'th', text: string, align = 'left', below?: string): string =>
  `<${tag} align="${align}" style="border-bottom:1px solid #ddd">${escaped(text)}${below === undefined ? '' : `<br><small>${escaped(below)}</small>`}</${tag}>`;

const htmlRow = (groups: readonly string[], columns: Columns, before: Columns | undefined): string =>
  `<tr>${groups.map((group) => cell('td', group)).join('')}${COLUMNS.map(([, show]) => cell('td', show(columns), 'right', before && show(before))).join('')}</tr>`;
