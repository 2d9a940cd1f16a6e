import { csvOf, saveFile } from '../../words/csv';
import { groupValue, groupWords, shownMeasures, type Report } from './columns';

const ENTRIES: readonly string[] = ['affiliate', 'campaign', 'buyer', 'offer'];

/** Lets the browser keep a report as a file. Amounts are decimal, as in the CSV of `leadkeep report`. */
export function saveReport(report: Report, by: readonly string[]): void {
  const measures = shownMeasures(report);
  const hasMoney = measures.some(({ id }) => id.endsWith('_cents'));
  const names = measures.map(({ id }) => csvName(id));
  const head = [
    ...by.flatMap((group) => (ENTRIES.includes(group) ? [group, `${group}_name`] : [group])),
    ...names,
    ...(report.previous ? names.map((name) => `previous_${name}`) : []),
    ...(hasMoney ? ['currency'] : []),
  ];
  const numbers = (columns: Report['total']) =>
    measures.map(({ id, of }) => {
      const value = of(columns);
      return id.endsWith('_cents') && value !== null ? (value / 100).toFixed(2) : value;
    });
  const rows = report.rows.map((row) => [
    ...by.flatMap((group) => {
      const value = groupValue(row, group) ?? groupWords(report, row, group);
      return ENTRIES.includes(group) ? [value, groupWords(report, row, group)] : [value];
    }),
    ...numbers(row),
    ...(row.previous ? numbers(row.previous) : []),
    ...(hasMoney ? [report.currency] : []),
  ]);
  saveFile(`report-${report.from}-${report.to}.csv`, csvOf(head, rows));
}

const AMOUNTS: Readonly<Record<string, string>> = {
  returned_cents: 'returned_amount',
  returns_undone_cents: 'returns_undone_amount',
};

/** Other columns are counts under the same names. */
const csvName = (id: string): string => AMOUNTS[id] ?? id.replace(/_cents$/, '');
