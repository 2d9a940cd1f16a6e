import { dayOf, hourOf } from '../../core/reports/calendar.js';
import { FACT_DIMENSIONS } from '../../core/reports/dimensions.js';
import { createFactSum, type FactSum } from '../../core/reports/fact.js';
import { factOfEntry } from '../../core/reports/facts-of.js';
import { countQuarters, type Quarters } from '../../core/reports/count-quarters.js';
import { ReportRefused } from '../../core/reports/report-request.js';
import type { Piece } from '../../core/reports/tabulate.js';
import type { Between, ReportReader } from '../ports/report-reader.js';
import type { ParsedRequest } from './parse-report-request.js';

/** The most leads and the most searches that one report reads itself. */
export const MAX_LIVE = 200_000;

export interface PiecePorts {
  readonly reports: ReportReader;
}

/** All facts of the report's days, in the order of time. */
export async function readPieces(
  { reports }: PiecePorts,
  { days, zone }: ParsedRequest,
): Promise<{ readonly pieces: Piece[]; readonly notes: readonly string[] }> {
  const first = days[0];
  const last = days.at(-1);
  if (!first || !last) return { pieces: [], notes: [] };
  const [counts, money] = await Promise.all([
    readQuarters(reports, { from: first.from, to: last.to }),
    readEntries(reports, first.day, last.day),
  ]);
  const pieces = [...counts].map(([start, facts]) => {
    const at = new Date(start);
    return { day: dayOf(at, zone), hour: hourOf(at, zone), cube: FACT_DIMENSIONS, facts };
  });
  return { pieces: [...pieces, ...money], notes: [] };
}

async function readQuarters(reports: ReportReader, between: Between): Promise<Quarters> {
  const [leads, searches] = await Promise.all([
    upTo(MAX_LIVE, 'leads', reports.leads(between, MAX_LIVE + 1)),
    upTo(MAX_LIVE, 'searches', reports.searches(between, MAX_LIVE + 1)),
  ]);
  return countQuarters(leads, searches);
}

async function upTo<T>(most: number, what: string, found: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of found) {
    all.push(one);
    if (all.length > most)
      throw new ReportRefused(
        `The report would have to read more than ${most} ${what} one by one; choose a shorter time.`,
      );
  }
  return all;
}

async function readEntries(reports: ReportReader, firstDay: string, lastDay: string): Promise<Piece[]> {
  const days = new Map<string, FactSum>();
  for await (const entry of reports.entries(firstDay, lastDay)) {
    let sum = days.get(entry.day);
    if (!sum) days.set(entry.day, (sum = createFactSum()));
    sum.add(factOfEntry(entry));
  }
  return [...days].map(([day, sum]) => ({ day, hour: null, cube: FACT_DIMENSIONS, facts: sum.facts() }));
}
