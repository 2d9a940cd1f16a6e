import { booksOf } from '../../core/catalogue/books.js';
import { ENTRY_KINDS, ENTRY_LISTS, type CatalogueDocument } from '../../core/catalogue/document.js';
import { STATES } from '../../core/lead/fields.js';
import { DECISION_CODES } from '../../core/refusal.js';
import type { Cube } from '../../core/reports/fact.js';
import { dayNamed, dayOf, daysBetween, isZone, type Day } from '../../core/reports/calendar.js';
import { OTHER } from '../../core/reports/free-values.js';
import {
  DIMENSIONS,
  isDimension,
  isTime,
  type Dimension,
  type FactDimension,
} from '../../core/reports/dimensions.js';
import { daysOfRange, type Days } from '../../core/reports/ranges.js';
import { isDate, ReportRefused, WITH_SUBID, type ReportRequest } from '../../core/reports/report-request.js';
import type { Question } from '../../core/reports/tabulate.js';

/** The longest time of a report: ten years. */
export const MAX_DAYS = 3_660;

/** A report that can be made. */
export interface ParsedRequest extends Question {
  readonly days: readonly Day[];
  readonly first: Day;
  readonly last: Day;
  readonly zone: string;
  /** The zone of the books' days. */
  readonly accounting: string;
  readonly currency: string;
}

/** The dimensions that the facts of the report must have. */
export const neededBy = ({ by, only }: Question): Cube => [
  ...by.filter((dimension) => dimension !== 'day'),
  ...only.map(({ dimension }) => dimension),
];

/** Resolves names, and ranges as of now. Throws a ReportRefused with one sentence for whatever can't be reported. */
export function parseReportRequest(
  { zone, by, only, ...asked }: ReportRequest,
  document: CatalogueDocument | undefined,
  now: Date,
): ParsedRequest {
  const books = booksOf(document ?? {});
  const inZone = zone ?? books.time_zone;
  if (!isZone(inZone)) throw new ReportRefused(`There is no time zone ${inZone}.`);
  const { from, to } = daysAsked(asked, dayOf(now, inZone));
  for (const day of [from, to])
    if (!isDate(day)) throw new ReportRefused(`${day} is not a day like 2026-10-31.`);
  if (from > to) throw new ReportRefused(`The first day (${from}) is after the last day (${to}).`);
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (days > MAX_DAYS) throw new ReportRefused(`A report covers at most ${MAX_DAYS} days, not ${days}.`);
  const groups = [...new Set(by.map(dimensionNamed))];
  const filters = only.map((filter) => parseFilter(filter, document));
  requireSubidAlone([...groups, ...filters.map(({ dimension }) => dimension)]);
  return {
    days: daysBetween(from, to, inZone),
    first: dayNamed(from, inZone),
    last: dayNamed(to, inZone),
    zone: inZone,
    ...{ accounting: books.time_zone, currency: books.currency },
    by: groups,
    only: filters,
  };
}

function daysAsked({ from, to, range }: Omit<ReportRequest, 'by' | 'only'>, today: string): Days {
  if (range !== undefined && from === undefined && to === undefined) return daysOfRange(range, today);
  if (range === undefined && from !== undefined && to !== undefined) return { from, to };
  throw new ReportRefused('Give the first and the last day, or a range.');
}

function dimensionNamed(name: string): Dimension {
  if (isDimension(name)) return name;
  throw new ReportRefused(`There is no group ${name}; the groups are ${DIMENSIONS.join(', ')}.`);
}

function requireSubidAlone(dimensions: readonly Dimension[]): void {
  const other = dimensions.find((dimension) => !WITH_SUBID.includes(dimension));
  if (dimensions.includes('subid') && other !== undefined)
    throw new ReportRefused(`A report on subids can be split by affiliate, day and hour, not by ${other}.`);
}

function parseFilter(
  filter: string,
  document: CatalogueDocument | undefined,
): { dimension: FactDimension; value: string } {
  const equals = filter.indexOf('=');
  const name = filter.slice(0, equals);
  const value = filter.slice(equals + 1);
  if (equals < 1 || value === '') throw new ReportRefused(`${filter} is not a filter like affiliate=acme.`);
  const dimension = dimensionNamed(name);
  if (isTime(dimension)) throw new ReportRefused(`--from and --to choose the time, not ${filter}.`);
  return { dimension, value: resolve(dimension, value, document) };
}

function resolve(dimension: FactDimension, value: string, document: CatalogueDocument | undefined): string {
  const list = ENTRY_LISTS.find((one) => ENTRY_KINDS[one] === dimension);
  if (list) {
    const entry = (document?.[list] ?? []).find(({ id, handle }) => handle === value || id === value);
    if (!entry) throw new ReportRefused(`The catalogue has no ${dimension} ${value}.`);
    return entry.id;
  }
  const known = KNOWN[dimension]?.(document);
  // Programs of two offers may differ by case alone.
  const found =
    known?.find((one) => one === value) ?? known?.find((one) => one.toLowerCase() === value.toLowerCase());
  if (known && found === undefined) throw new ReportRefused(`There is no ${dimension} ${value}.`);
  return found ?? value;
}

/** Dimensions with values that can be listed. A reason or a subid can be anything. */
const KNOWN: Partial<Record<FactDimension, (document: CatalogueDocument | undefined) => readonly string[]>> =
  {
    state: () => STATES,
    code: () => CODES,
    program: (document) => [
      ...(document?.offers ?? []).flatMap(({ programs }) => programs.map(({ value }) => value)),
      OTHER,
    ],
  };

/** Test leads are in no report. */
const CODES = ['UNKNOWN', ...DECISION_CODES.filter((code) => code !== 'TEST_LEAD_HELD')];
