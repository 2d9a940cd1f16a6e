import { ENTRY_KINDS, ENTRY_LISTS, type CatalogueDocument } from '../../core/catalogue/document.js';
import { columnsOf, hasAnything, type Columns, type ReportRow } from '../../core/reports/columns.js';
import { familiesKnownBy, isTime, type Dimension } from '../../core/reports/dimensions.js';
import type { Value } from '../../core/reports/fact.js';
import { ReportRefused, type ReportRequest } from '../../core/reports/report-request.js';
import { tabulate } from '../../core/reports/tabulate.js';
import type { CatalogueStore } from '../ports/catalogue-store.js';
import { parseReportRequest, type ParsedRequest } from './parse-report-request.js';
import { readCounts, type CountPorts } from './read-counts.js';
import { readMoney } from './read-money.js';
import { sortRows } from './sort-rows.js';

/** The most groups of one report. */
const MAX_GROUPS = 25_000;

export interface ReportPorts extends CountPorts {
  readonly catalogue: Pick<CatalogueStore, 'current'>;
}

export interface Report {
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  readonly currency: string;
  readonly by: readonly Dimension[];
  readonly rows: readonly ReportRow[];
  readonly total: Columns;
  /** What a reader of the numbers must know, one sentence each. */
  readonly notes: readonly string[];
}

/** Makes a report. Throws a ReportRefused, whose message says what is wrong in one sentence, or an OutageError. */
export async function report(ports: ReportPorts, request: ReportRequest): Promise<Report> {
  const document = (await ports.catalogue.current())?.document;
  const parsed = parseReportRequest(request, document);
  const { by, only, zone, accounting, currency } = parsed;
  const [{ segments, notes }, money] = await Promise.all([
    readCounts(ports, parsed),
    readMoney(ports, parsed),
  ]);
  const table = tabulate([...segments, ...money], parsed, MAX_GROUPS);
  if (!table)
    throw new ReportRefused(
      `The report has more than ${MAX_GROUPS} groups; choose fewer groups or a shorter time.`,
    );
  const filters = only.map(({ dimension }) => dimension);
  const known = new Set(familiesKnownBy([...by, ...filters]));
  const isMoneyElsewhere = by.includes('hour') && zone !== accounting;
  if (isMoneyElsewhere) known.delete('money');
  const nameOf = namesIn(document);
  const rows = table.groups
    .filter(({ counts }) => hasAnything(counts, known))
    .map(({ of, counts }): ReportRow => {
      const names: Partial<Record<Dimension, Value>> = {};
      by.forEach((dimension, at) => (names[dimension] = nameOf(dimension, of[at] ?? null)));
      // A spread of both would take half the time of a report with many rows.
      return Object.assign(names, columnsOf(counts, known));
    });
  const { from, to } = request;
  return {
    ...{ from, to, zone, currency, by },
    rows: sortRows(rows, by, request.sort),
    total: columnsOf(table.total, familiesKnownBy(filters)),
    notes: [...notesOn(parsed, isMoneyElsewhere), ...notes],
  };
}

/** Ids of the catalogue become handles. Everything else stays, also a subid or a program that looks like such an id. */
function namesIn(document: CatalogueDocument | undefined): (dimension: Dimension, value: Value) => Value {
  const handles = new Map(
    ENTRY_LISTS.map((list) => [
      ENTRY_KINDS[list] as string,
      new Map((document?.[list] ?? []).map(({ id, handle }) => [id, handle])),
    ]),
  );
  return (dimension, value) => (value === null ? null : (handles.get(dimension)?.get(value) ?? value));
}

function notesOn({ by, zone, accounting }: ParsedRequest, isMoneyElsewhere: boolean): readonly string[] {
  return [
    `Leads count in the hour in which they were received, in ${zone}. Money and returns count in the hour of their entry, in ${accounting}.`,
    ...(isMoneyElsewhere
      ? [`Hours in ${zone} aren't those of the books, so only the total has money and returns.`]
      : []),
    ...(by.some((dimension) => !isTime(dimension)) && !familiesKnownBy(by).has('searches')
      ? [
          `Searches can't be split by ${by.filter((one) => !familiesKnownBy([one]).has('searches')).join(', ')}; the total has them.`,
        ]
      : []),
  ];
}
