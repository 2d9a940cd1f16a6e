import { QUARTER_MS } from '../../core/quarters.js';
import type { ReportedEntry, ReportedLead, ReportedSearch } from '../../core/reports/counted-records.js';
import { countQuarters, type Quarters } from '../../core/reports/count-quarters.js';
import { hourFinder } from '../../core/reports/calendar.js';
import { FACT_DIMENSIONS } from '../../core/reports/dimensions.js';
import { createFactSum, type Cube, type Fact } from '../../core/reports/fact.js';
import { factOfEntry } from '../../core/reports/facts-of.js';
import type { Between, ReportReader } from '../ports/report-reader.js';

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

export interface Counted {
  readonly quarters: Quarters;
  /** The quarters (by their start in milliseconds) with a search that can still change. */
  readonly open: ReadonlySet<number>;
  /** The quarters with a lead that lost its labels: nobody can count them by subid any more. */
  readonly unlabeled: ReadonlySet<number>;
  /** How many leads and searches were read. */
  readonly records: number;
}

/**
 * Counts the leads and searches of some stretches of time. `most`: of each, in each stretch; undefined if there are
 * more.
 */
export async function countStored(
  reports: ReportReader,
  stretches: readonly Between[],
  most: number,
): Promise<Counted | undefined> {
  const leads: ReportedLead[] = [];
  const searches: ReportedSearch[] = [];
  for (const stretch of stretches) {
    const [some, more] = await Promise.all([
      upTo(most - leads.length, (limit) => reports.leads(stretch, limit)),
      upTo(most - searches.length, (limit) => reports.searches(stretch, limit)),
    ]);
    if (!some || !more) return undefined;
    for (const lead of some) leads.push(lead);
    for (const search of more) searches.push(search);
  }
  const open = searches.filter((search) => search.open).map(({ created_at }) => startOf(created_at));
  const unlabeled = leads.filter((lead) => lead.unlabeled).map(({ received_at }) => startOf(received_at));
  return {
    quarters: countQuarters(leads, searches),
    open: new Set(open),
    unlabeled: new Set(unlabeled),
    records: leads.length + searches.length,
  };
}

export interface CountedQuarter {
  /** By all of its leads and searches. */
  readonly facts: readonly Fact[];
  /** One of its searches can still change. */
  readonly isOpen: boolean;
  /** One of its leads lost its labels. */
  readonly isUnlabeled: boolean;
}

/** Counts one quarter. */
export async function countQuarter(reports: ReportReader, start: Date): Promise<CountedQuarter> {
  const at = start.getTime();
  const counted = await countStored(reports, [{ from: start, to: new Date(at + QUARTER_MS) }], NO_LIMIT);
  return {
    facts: counted?.quarters.get(at) ?? [],
    isOpen: counted?.open.has(at) ?? false,
    isUnlabeled: counted?.unlabeled.has(at) ?? false,
  };
}

const startOf = (at: Date): number => Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS;

/** Undefined: there are more than `most`. */
export async function upTo<T>(
  most: number,
  read: (limit: number) => AsyncIterable<T>,
): Promise<T[] | undefined> {
  const all: T[] = [];
  for await (const one of read(most + 1)) {
    all.push(one);
    if (all.length > most) return undefined;
  }
  return all;
}

/** The cube of counted entries. */
export const ENTRY_CUBE: Cube = [...FACT_DIMENSIONS, 'hour'];

/** Counts entries by their day, in `ENTRY_CUBE`. The facts of a day are in the order of time. */
export function countEntries(
  entries: readonly ReportedEntry[],
  accountingZone: string,
): ReadonlyMap<string, readonly Fact[]> {
  const hourOf = hourFinder(accountingZone);
  const inOrder = [...entries].sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));
  const sums = new Map<string, ReturnType<typeof createFactSum>>();
  for (const entry of inOrder) {
    let sum = sums.get(entry.day);
    if (!sum) sums.set(entry.day, (sum = createFactSum()));
    const { of, counts } = factOfEntry(entry);
    sum.add({ of: [...of, hourOf(entry.at)], counts });
  }
  return new Map([...sums].map(([day, sum]) => [day, sum.facts()]));
}
