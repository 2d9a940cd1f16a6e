import { ENTRY_KINDS, ENTRY_LISTS, type CatalogueDocument } from '../../core/catalogue/document.js';
import { columnsOf, hasAnything, type Columns, type ReportRow } from '../../core/reports/columns.js';
import { familiesKnownBy, isTime, type Dimension } from '../../core/reports/dimensions.js';
import { nameOf, type Value } from '../../core/reports/fact.js';
import { daysBefore } from '../../core/reports/ranges.js';
import { ReportRefused, type ReportRequest } from '../../core/reports/report-request.js';
import { placedAt, sideBySide } from '../../core/reports/side-by-side.js';
import { tabulate, type Table } from '../../core/reports/tabulate.js';
import { runningAt, timeRows } from '../../core/reports/time-rows.js';
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
  /** The day and the hour that are not over. Null: all of the report's days are over, or none has begun. */
  readonly running: { readonly day: string; readonly hour: string } | null;
  /** The names of the catalogue's entries in it, which rows have by their handles. */
  readonly names: readonly { readonly kind: Dimension; readonly handle: string; readonly name: string }[];
  readonly rows: readonly ReportRow[];
  readonly total: Columns;
  /** The period before. Null: nobody asked for it. */
  readonly previous: { readonly from: string; readonly to: string; readonly total: Columns } | null;
  /** What a reader of the numbers must know, one sentence each. */
  readonly notes: readonly string[];
}

/** Makes a report. Throws a ReportRefused, whose message says what is wrong in one sentence, or an OutageError. */
export async function report(ports: ReportPorts, request: ReportRequest): Promise<Report> {
  const now = ports.clock();
  const document = (await ports.catalogue.current())?.document;
  const parsed = parseReportRequest(request, document, now);
  const { by, only, zone, accounting, currency, first, last } = parsed;
  const days = { from: first.day, to: last.day };
  const previous =
    request.compare &&
    parseReportRequest({ by: request.by, only: request.only, zone, ...daysBefore(days) }, document, now);
  const [here, before] = await Promise.all([tableOf(ports, parsed), previous && tableOf(ports, previous)]);
  const filters = only.map(({ dimension }) => dimension);
  const known = new Set(familiesKnownBy([...by, ...filters]));
  const isMoneyElsewhere = by.includes('hour') && zone !== accounting;
  if (isMoneyElsewhere) known.delete('money');
  const empty = timeRows(by, parsed.days, { now, zone, most: MAX_GROUPS }) ?? [];
  const groups = sideBySide(
    here.table,
    empty,
    before && placedAt(before.table, by, previous?.days ?? [], parsed.days),
  );
  const emptyTimes = new Set(empty.map((of) => nameOf(of)));
  const named = namesIn(document);
  const rows = groups
    .filter(
      ({ of, counts, previous: then }) =>
        hasAnything(counts, known) || (then && hasAnything(then, known)) || emptyTimes.has(nameOf(of)),
    )
    .map(({ of, counts, previous: then }): ReportRow => {
      const names: Partial<Record<Dimension, Value>> = {};
      by.forEach((dimension, at) => (names[dimension] = named.handle(dimension, of[at] ?? null)));
      // A spread of both would take half the time of a report with many rows.
      const row = Object.assign(names, columnsOf(counts, known));
      return then ? Object.assign(row, { previous: columnsOf(then, known) }) : row;
    });
  const inTotal = familiesKnownBy(filters);
  const running = runningAt(now, zone);
  const isRunning = first.day <= running.day && running.day <= last.day;
  return {
    ...{ ...days, zone, currency, by },
    running: isRunning ? running : null,
    names: named.namesOf(
      groups.map(({ of }) => of),
      by,
      only,
    ),
    rows: sortRows(rows, by, request.sort),
    total: columnsOf(here.table.total, inTotal),
    previous:
      before && previous
        ? { from: previous.first.day, to: previous.last.day, total: columnsOf(before.table.total, inTotal) }
        : null,
    notes: [
      ...notesOn(parsed, isMoneyElsewhere),
      ...(before && isRunning ? [`${running.day} isn't over yet, so it's compared with a full period.`] : []),
      ...new Set([...here.notes, ...(before?.notes ?? [])]),
    ],
  };
}

/** What is counted for a request. */
async function tableOf(
  ports: ReportPorts,
  parsed: ParsedRequest,
): Promise<{ readonly table: Table; readonly notes: readonly string[] }> {
  const [{ segments, notes }, money] = await Promise.all([
    readCounts(ports, parsed),
    readMoney(ports, parsed),
  ]);
  const table = tabulate([...segments, ...money], parsed, MAX_GROUPS);
  if (!table)
    throw new ReportRefused(
      `The report has more than ${MAX_GROUPS} groups; choose fewer groups or a shorter time.`,
    );
  return { table, notes };
}

/** Ids of the catalogue become handles. Everything else stays, also a subid or a program that looks like such an id. */
export function namesIn(document: CatalogueDocument | undefined) {
  const entries = new Map(
    ENTRY_LISTS.map((list) => [
      ENTRY_KINDS[list] as Dimension,
      new Map((document?.[list] ?? []).map(({ id, handle, name }) => [id, { handle, name }])),
    ]),
  );
  return {
    handle: (dimension: Dimension, value: Value): Value =>
      value === null ? null : (entries.get(dimension)?.get(value)?.handle ?? value),
    /** The names of the entries that rows and filters are about. */
    namesOf(
      groups: readonly (readonly Value[])[],
      by: readonly Dimension[],
      only: ParsedRequest['only'],
    ): Report['names'] {
      const shown = (dimension: Dimension): (Value | undefined)[] => [
        ...groups.map((of) => of[by.indexOf(dimension)]),
        ...only.flatMap((filter) => (filter.dimension === dimension ? [filter.value] : [])),
      ];
      return [...entries].flatMap(([kind, known]) =>
        [...new Set(shown(kind))].flatMap((id) => {
          const entry = id == null ? undefined : known.get(id);
          return entry ? [{ kind, ...entry }] : [];
        }),
      );
    },
  };
}

/** What a dimension is called in a note, where it isn't its own name. */
const NAMES: Partial<Record<Dimension, string>> = { code: 'decision', reason: 'refusal reason' };

function notesOn({ by, zone, accounting }: ParsedRequest, isMoneyElsewhere: boolean): readonly string[] {
  return [
    `Leads count in the hour in which they were received, in ${zone}. Money and returns count in the hour of their entry, in ${accounting}.`,
    ...(isMoneyElsewhere
      ? [`Hours in ${zone} aren't those of the books, so only the total has money and returns.`]
      : []),
    ...(by.some((dimension) => !isTime(dimension)) && !familiesKnownBy(by).has('searches')
      ? [
          `Searches can't be grouped by ${by
            .filter((one) => !familiesKnownBy([one]).has('searches'))
            .map((one) => NAMES[one] ?? one)
            .join(' or ')}, so only the total has them.`,
        ]
      : []),
  ];
}
